"""Twelve scenes in three sizes: written down to be looked at, and checked for what a machine can see."""

from __future__ import annotations

import pytest
from tests.browser.conftest import Visit
from tests.browser.scenes import SCENES, SIZES, Scene
from tests.browser.visitor import SIZES as PIXELS
from tests.browser.visitor import Look, axe, fits


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_scene_is_good_in_three_sizes(visit: Visit, scene: Scene) -> None:
    visitor = visit(Look(SIZES[0], scene.theme, scene.lang), is_mobile=False, has_touch=False)
    scene.arrange(visitor)
    for size in SIZES:
        width, height = PIXELS[size]
        visitor.look = Look(size, scene.theme, scene.lang)
        visitor.page.set_viewport_size({"width": width, "height": height})
        fits(visitor.page)
        visitor.shot(scene.name)
    axe(visitor.page)


def test_there_are_twelve_scenes_in_all_languages_and_themes() -> None:
    assert len(SCENES) == 12
    assert {scene.lang for scene in SCENES} == {"en", "de", "pl"}
    assert {scene.theme for scene in SCENES} == {"dark", "light"}
