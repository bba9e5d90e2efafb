// The script behind `tour`: every update, content type and callback of the protocol, in an instructive order.

export const TOUR_SCRIPT = `
title A tour of the protocol
think First a plan, then one thing after the other.
plan [>] !Say and show things; Work with files and commands; ~Ask questions
say This is the tour: **every** update, content type and callback, each at least once.
show image
show audio
show link
show resource
show blob
stream 5 24
user (This came from the agent, in your name.)

plan [x] !Say and show things; [>] Work with files and commands; ~Ask questions
write parley-tour.txt one\\ntwo\\nthree\\n
read parley-tour.txt 2 1
edit parley-tour.txt two => 2
diff parley-tour.txt three => 3
run echo Hello from the tour
timeout 200 sleep 30
fetch https://example.com/
tool search Looking for the needle
tool delete Deleting nothing
tool move Moving nothing
tool think Considering nothing
tool switch_mode Switching nothing
tool other Doing nothing else

plan [x] !Say and show things; [x] Work with files and commands; [>] ~Ask questions
ask What is your name?
elicit form One field of every type
elicit url A page to open
ext _parley/ping
tell _parley/ping

mode chat
mode code
config model offline/script
config thoughts true
commands tour, help, say
usage 12000 200000 0.25 USD
notice info An information; With a description.
notice warning A warning
notice error An error
compact The tour showed everything once.
wait 50
plan [x] !Say and show things; [x] Work with files and commands; [x] ~Ask questions
say That was all. \`fail\` and \`stop\` are left: they end a turn.
`;
