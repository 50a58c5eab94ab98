"""Says that it has everything that may be asked for, and ends."""

import os

from honest import channel, message

EXPECT = "(its process exited: exit code 0|sent the grader a reply of the wrong kind)"

channel().sendall(message(b'{"kind":"loaded","functions":["evaluate"]}') * 50)
os._exit(0)
