"""How handlers are doing: the circuit breakers, and the statistics from which the cluster judges them."""
