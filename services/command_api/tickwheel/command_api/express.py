"""Answers the requests that carry the load before the framework sees them: its routing and its dependencies would cost more
than the work. Their routes stay in the application, for its document; both ways end in the same function."""

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from tickwheel.command_api import problems


class Express:
    def __init__(self, app: ASGIApp, posts: Mapping[str, APIRoute]) -> None:
        self._app = app
        self._posts = posts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._posts.get(scope["path"]) if scope.get("method") == "POST" else None
        if route is None:
            await self._app(scope, receive, send)
            return
        scope["route"] = route
        try:
            answer: Response = await route.endpoint(Request(scope, receive))
        except ClientDisconnect:
            return  # in the middle of its body: nobody waits for an answer
        except problems.FORESEEN as error:
            answer = problems.answer(problems.of_foreseen(error))
        await answer(scope, receive, send)


def posts(prefix: str, routers: Mapping[str, APIRouter]) -> dict[str, APIRoute]:
    """The routes that POST to these paths. Their functions must take nothing but the request."""
    return {
        prefix + path: route
        for path, router in routers.items()
        for route in router.routes
        if isinstance(route, APIRoute) and route.path == path and "POST" in (route.methods or ())
    }
