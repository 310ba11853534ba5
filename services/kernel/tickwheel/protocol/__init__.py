"""What every part of Tickwheel agrees on: messages, ids, routing and topics. Pure: no clock, no I/O."""
