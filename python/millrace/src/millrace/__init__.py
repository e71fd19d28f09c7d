"""Runs Python functions as processing steps of Millrace. For an example, see the README."""

from .errors import RetryableError, StepError
from .job import Input, Job
from .run_step import Outcome, run_step
from .steps import Slot, Step, step
from .worker import run_worker

__all__ = ["Input", "Job", "Outcome", "RetryableError", "Slot", "Step", "StepError", "run_step", "run_worker", "step"]
