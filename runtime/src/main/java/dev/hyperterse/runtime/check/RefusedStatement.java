package dev.hyperterse.runtime.check;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.runtime.adapter.StatementCheck;

/** A statement that its database does not take. */
public record RefusedStatement(LeafIdentity definition, String adapter, StatementCheck.Refused refusal) {}
