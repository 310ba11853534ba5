"""What handler authors touch: the app, its decorator, the context of a run and the errors a handler may raise."""
