package dev.hyperterse.compiler.command;

import dev.hyperterse.statement.binding.RuleIdentifier;

/** The rules of commands, beside those of placeholders. */
public enum CommandRule implements RuleIdentifier {
    EMPTY_COMMAND("empty-command"),
    UNTERMINATED_QUOTE("unterminated-quote"),
    TEXT_BEHIND_QUOTE("text-behind-quote"),
    BINARY_WORD("binary-word"),

    COMMAND_IS_LITERAL("command-is-literal"),
    UNKNOWN_COMMAND("unknown-command"),
    REFUSED_COMMAND("refused-command"),
    WRITE_ON_READ_ONLY("write-on-read-only"),
    OPTIONS_ARE_LITERAL("options-are-literal"),
    BLOCKING_OPTION("blocking-option"),
    VALUE_MAY_BE_ABSENT("value-may-be-absent");

    private final String identifier;

    CommandRule(String identifier) {
        this.identifier = identifier;
    }

    @Override
    public String identifier() {
        return identifier;
    }
}
