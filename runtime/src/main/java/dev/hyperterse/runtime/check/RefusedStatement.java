package dev.hyperterse.runtime.check;

import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.catalog.LeafIdentity;
import java.util.Optional;

/**
 * A statement that its database does not accept.
 *
 * @param query its name, if it belongs to a script
 */
public record RefusedStatement(
        LeafIdentity definition, Optional<String> query, String adapter, StatementCheck.Refused refusal) {}
