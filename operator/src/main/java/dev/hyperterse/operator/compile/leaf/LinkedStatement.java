package dev.hyperterse.operator.compile.leaf;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.operator.compile.statement.StatementEffect;

/** A statement that is ready to be published. */
record LinkedStatement(Action action, StatementEffect effect) {}
