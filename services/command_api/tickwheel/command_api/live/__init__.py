"""What happens, told as it happens: the journal and the workers' heartbeats, to whoever subscribes."""
