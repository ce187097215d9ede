"""Templates: ours and those of the game packs, rendered without a web framework."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined, TemplateNotFound

from spuk.kernel.registry import packs
from spuk.language.catalog import say, say_number
from spuk.render.static_files import address_of
from spuk.table.people import bot_name


class PackTemplates(BaseLoader):
    """The `templates/` of every game pack, including packs registered later."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        """The text of a template."""
        for loader in self._loaders():
            try:
                return loader.get_source(environment, template)
            except TemplateNotFound:
                continue
        raise TemplateNotFound(template)

    def list_templates(self) -> list[str]:
        """The names of all templates."""
        return [name for loader in self._loaders() for name in loader.list_templates()]

    def _loaders(self) -> list[BaseLoader]:
        return [_loader(pack.package) for pack in packs() if pack.folder("templates") is not None]


@cache
def _loader(package: str) -> BaseLoader:
    return PackageLoader(package, "templates")


class _Symbols:
    """The address of the drawings that icons come from."""

    def __html__(self) -> str:
        return address_of("symbols.svg")


LOADER: Final = ChoiceLoader([PackageLoader("spuk.render", "templates"), PackTemplates()])
ENVIRONMENT: Final = Environment(
    loader=LOADER,
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,  # else each of some dozen files is asked for its date for every part of every page
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.globals["file"] = address_of
ENVIRONMENT.globals["new_request"] = lambda: secrets.token_urlsafe(12)
ENVIRONMENT.globals["symbols"] = _Symbols()


def warm_up() -> None:
    """Compile all templates, so that the first visitor of each page does not keep everyone waiting."""
    for name in ENVIRONMENT.list_templates(extensions=["html"]):
        ENVIRONMENT.get_template(name)


def say_with(lang: str) -> dict[str, Any]:
    """What templates use for texts."""
    spoken = {"say": partial(say, lang), "say_number": partial(say_number, lang)}
    return {"lang": lang, "bot_name": partial(bot_name, lang=lang), **spoken}


def fragment(template: str, lang: str, /, **context: Any) -> str:
    """A part of a page."""
    return ENVIRONMENT.get_template(template).render(**say_with(lang), **context)
