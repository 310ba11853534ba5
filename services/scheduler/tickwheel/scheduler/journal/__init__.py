"""The journal as people use it: print it, travel in time, prove the state by it, make the state from it again."""
