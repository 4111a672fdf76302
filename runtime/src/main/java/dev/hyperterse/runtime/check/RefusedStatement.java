package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.runtime.adapter.StatementCheck;
import java.util.Optional;

/**
 * A statement that its database does not take.
 *
 * @param query its name, where a script has it
 */
public record RefusedStatement(
        LeafIdentity definition, Optional<String> query, String adapter, StatementCheck.Refused refusal) {}
