package dev.hyperterse.statement.binding;

import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Value;

/** A value that each call supplies, and the type that it is bound as. */
public record TypedValue(Value value, ParameterType type) {}
