package dev.hyperterse.catalog;

import dev.hyperterse.catalog.statement.Reference;

/**
 * An input whose value the replica takes from the identity of the caller. Clients neither see it nor send it.
 *
 * @param input never optional and without a default: a caller that has no value for it is refused
 */
public record BoundInput(Input input, Reference.OfPrincipal source) {}
