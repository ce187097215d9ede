"""The statistics against numbers worked out elsewhere."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from spuk.lab.stats import Z95, Interval, mean, quantile, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # From Brown, Cai and DasGupta (2001) and Newcombe (1998), to the digits printed there.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_gives_the_published_intervals(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert round(found.low, 4) == low
    assert round(found.high, 4) == high


@pytest.mark.parametrize("trials", [1, 7, 100, 12345])
def test_the_ends_of_wilsons_interval_are_where_the_score_test_just_rejects(trials: int) -> None:
    for successes in {1, trials // 3, trials - 1} - {0, trials}:
        found = wilson(successes, trials)
        for end in (found.low, found.high):
            score = (found.value - end) / math.sqrt(end * (1 - end) / trials)
            assert abs(score) == pytest.approx(Z95)


def test_no_trials_say_nothing() -> None:
    found = wilson(0, 0)
    assert math.isnan(found.value)
    assert (found.low, found.high) == (0.0, 1.0)


def test_a_shared_win_counts_in_parts() -> None:
    less, parts, more = wilson(2, 10), wilson(2.5, 10), wilson(3, 10)
    assert parts.value == 0.25
    assert less < parts < more
    assert less.low < parts.low < more.low
    assert less.high < parts.high < more.high


def test_means_have_the_normal_interval() -> None:
    found = mean(Counter({2: 1, 4: 3, 7: 1}))  # 2 4 4 4 7: mean 4.2, variance 3.2
    half = 1.959964 * math.sqrt(3.2 / 5)
    assert found == pytest.approx(Interval(4.2, 4.2 - half, 4.2 + half), abs=1e-5)
    assert math.isnan(mean(Counter()).value)
    assert math.isnan(mean(Counter({3: 1})).low)


def test_quantiles_are_numbers_that_were_there() -> None:
    counts = Counter({1: 2, 5: 5, 9: 3})
    assert [quantile(counts, share) for share in (0.0, 0.1, 0.2, 0.21, 0.5, 0.7, 0.71, 1.0)] == (
        [1, 1, 1, 5, 5, 5, 9, 9]
    )
    with pytest.raises(ValueError, match="at least one number"):
        quantile(Counter(), 0.5)
