package dev.hyperterse.catalog.input;

import dev.hyperterse.catalog.statement.BoundSource;

/**
 * An input whose value the replica takes from the identity of the caller, or from its request. Clients neither see it nor send it as an argument.
 *
 * @param input never optional and without a default: a caller that has no value for it is refused
 */
public record BoundInput(Input input, BoundSource source) {}
