"""A function that makes a call, as a method of both clients: one waits for the answer, the other gives a promise of it."""

import functools
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Self, TypeVar, overload

from tickwheel.client.call import Call

if TYPE_CHECKING:
    from tickwheel.client.async_client import AsyncClient
    from tickwheel.client.client import Client

P = ParamSpec("P")
Answer = TypeVar("Answer")


class Operation(Generic[P, Answer]):
    """A type that depends on the client is what methods of a common base could not have."""

    def __init__(self, make: Callable[P, Call[Answer]]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...

    @overload
    def __get__(self, client: "Client", owner: type) -> Callable[P, Answer]: ...

    @overload
    def __get__(self, client: "AsyncClient", owner: type) -> Callable[P, Coroutine[Any, Any, Answer]]: ...

    def __get__(self, client: Any, owner: type) -> Any:
        if client is None:
            return self

        @functools.wraps(self._make)
        def send(*args: P.args, **kwargs: P.kwargs) -> Any:
            return client.send(self._make(*args, **kwargs))

        return send
