// filled in by its folder
