package dev.hyperterse.calls.adapter;

import java.util.OptionalInt;
import java.util.function.Function;

/**
 * An action without the values of a call, for the engine to prepare.
 *
 * @param place maps the offset of a refusal to the author's text
 */
public record Sample<O>(O operation, Function<StatementCheck.Refused, OptionalInt> place) {}
