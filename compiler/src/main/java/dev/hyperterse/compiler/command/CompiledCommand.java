package dev.hyperterse.compiler.command;

import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.statement.sql.StatementEffect;

/** A command that is ready to be published, and what its calls do to the data. */
public record CompiledCommand(Command command, StatementEffect effect) {}
