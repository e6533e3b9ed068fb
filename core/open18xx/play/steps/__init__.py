"""The decisions of the game, one class each. ``CORE_STEPS`` are those that titles name in rounds.toml."""

from __future__ import annotations

from open18xx.play.steps.auction import BidStep, ChooseParStep
from open18xx.play.steps.barring import BarEdgeStep
from open18xx.play.steps.base import Step
from open18xx.play.steps.emergency import DeclareBankruptcyStep, IssueFirstStep, SellToHelpStep
from open18xx.play.steps.offering import OfferLotStep
from open18xx.play.steps.own import IssueStep, RedeemStep
from open18xx.play.steps.privates import (
    BuyPrivateStep,
    ExchangePrivateStep,
    LayPrivateTileStep,
    TeleportTokenStep,
    TrainByPrivateStep,
)
from open18xx.play.steps.running import ChooseDividendStep, RunRoutesStep
from open18xx.play.steps.split import STEPS as SPLIT_STEPS
from open18xx.play.steps.stock import BuyCertificateStep, SellCertificatesStep, StartCorporationStep
from open18xx.play.steps.tokens import HomeTokenStep, PlaceTokenStep
from open18xx.play.steps.track import LayTileStep
from open18xx.play.steps.trains import BuyTrainStep, DiscardTrainStep, MustBuyTrainStep

CORE_STEPS: tuple[type[Step], ...] = (
    BidStep, OfferLotStep, ChooseParStep, SellCertificatesStep, BuyCertificateStep, StartCorporationStep,
    BuyPrivateStep, ExchangePrivateStep, LayPrivateTileStep, TeleportTokenStep, HomeTokenStep, LayTileStep,
    PlaceTokenStep, RunRoutesStep, ChooseDividendStep, IssueStep, RedeemStep, BuyTrainStep, MustBuyTrainStep,
    DiscardTrainStep, SellToHelpStep, DeclareBankruptcyStep, BarEdgeStep, IssueFirstStep, TrainByPrivateStep,
    *SPLIT_STEPS,
)  # fmt: skip
