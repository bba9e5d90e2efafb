// Style sheets are imported for their effect; the bundler of the surface takes them.
declare module "*.css";
