package dev.hyperterse.compiler.command;

import dev.hyperterse.statement.binding.RuleIdentifier;

/** The rules of commands, beside those of placeholders. */
public enum CommandRule implements RuleIdentifier {
    EMPTY_COMMAND,
    UNTERMINATED_QUOTE,
    TEXT_BEHIND_QUOTE,
    BINARY_WORD,

    COMMAND_IS_LITERAL,
    UNKNOWN_COMMAND,
    REFUSED_COMMAND,
    WRITE_ON_READ_ONLY,
    OPTIONS_ARE_LITERAL,
    BLOCKING_OPTION,
    VALUE_MAY_BE_ABSENT
}
