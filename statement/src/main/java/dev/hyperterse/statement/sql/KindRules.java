package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.sql.dialect.StatementKinds;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Locale;
import java.util.Set;

/** The rules of a statement's kind, which its first word decides. */
record KindRules(TokenStream tokens, StatementKinds kinds, Adapter.Access access, Findings findings) {
    /** In every dialect, for a specific message: none of them is allowed anyway. */
    private static final Set<String> SESSION = Set.of(
            "abort",
            "attach",
            "begin",
            "close",
            "commit",
            "deallocate",
            "declare",
            "detach",
            "discard",
            "end",
            "execute",
            "fetch",
            "handler",
            "listen",
            "lock",
            "move",
            "notify",
            "pragma",
            "prepare",
            "release",
            "reset",
            "rollback",
            "savepoint",
            "set",
            "start",
            "unlisten",
            "unlock",
            "use",
            "xa");

    void check() {
        var first = 0;
        while (tokens.isSymbol(first, '(')) {
            first++;
        }
        var name = keyword(first);
        if (name.equals("explain")) {
            explained(first + 1);
        } else if (kinds.shows().contains(name)) {
            refusePlaceholders();
        } else if (kinds.definitions().contains(name)) {
            definition(first, name);
        } else {
            data(first, name);
        }
    }

    /** Only statements that EXPLAIN accepts. */
    void checkExplained() {
        var first = 0;
        while (tokens.isSymbol(first, '(')) {
            first++;
        }
        data(first, keyword(first));
    }

    private void explained(int start) {
        var first = start;
        if (tokens.isSymbol(first, '(')) {
            while (!tokens.isEnd(first) && !tokens.isSymbol(first, ')')) {
                first++;
            }
            first++;
        }
        while (tokens.isWord(first, kinds.explainOptions())) {
            first += tokens.isSymbol(first + 1, '=') ? 3 : 1;
        }
        while (tokens.isSymbol(first, '(')) {
            first++;
        }
        data(first, keyword(first));
    }

    private void data(int first, String name) {
        if (kinds.reads().contains(name)) {
            return;
        }
        if (kinds.writes().contains(name)) {
            refuseOnReadOnly(first, name);
        } else if (SESSION.contains(name)) {
            findings.add(
                    StatementRule.SESSION_STATEMENT,
                    offset(first),
                    "%s would act on a connection that the next call shares".formatted(upper(name)),
                    "set it for the role in the database; every statement is a transaction of its own");
        } else {
            findings.add(
                    StatementRule.STATEMENT_KIND,
                    offset(first),
                    name.isEmpty()
                            ? "a statement begins with a word that says what it does"
                            : "%s is not allowed here".formatted(upper(name)),
                    "write a SELECT, INSERT, UPDATE or DELETE, or call a function that the database's owner made");
        }
    }

    private void definition(int first, String name) {
        refuseOnReadOnly(first, name);
        refusePlaceholders();
        if (name.equals("alter") && tokens.isWord(first + 1, kinds.wholeEngine())) {
            findings.add(
                    StatementRule.SESSION_STATEMENT,
                    offset(first),
                    "this changes the whole engine",
                    "leave them to the database's owner");
        }
        if (name.equals("alter") && tokens.isWord(first + 1, kinds.settingsOwners()) && changesSettings(first)) {
            findings.add(
                    StatementRule.SESSION_STATEMENT,
                    offset(first),
                    "this changes the settings that later connections begin with",
                    "leave them to the database's owner");
        }
    }

    /** Except the options of a user mapping, and the tablespace. */
    private boolean changesSettings(int first) {
        if (tokens.isWord(first + 2, "mapping")) {
            return false;
        }
        var index = first;
        while (!tokens.isEnd(index) && !tokens.isWord(index, Set.of("set", "reset"))) {
            index++;
        }
        return !tokens.isEnd(index) && !tokens.isWord(index + 1, "tablespace");
    }

    private void refusePlaceholders() {
        for (var index = 0; index < tokens.size(); index++) {
            if (tokens.isInserted(index)) {
                findings.add(
                        StatementRule.DEFINITION_WITH_PLACEHOLDER,
                        offset(index),
                        "engines take no parameters in this statement",
                        "write it without placeholders, or use a SELECT, INSERT, UPDATE or DELETE");
                return;
            }
        }
    }

    private void refuseOnReadOnly(int first, String name) {
        if (access == Adapter.Access.ReadOnly) {
            findings.add(
                    StatementRule.WRITE_ON_READ_ONLY,
                    offset(first),
                    "the adapter is read-only, and %s writes".formatted(upper(name)),
                    "use an adapter with access: ReadWrite");
        }
    }

    // Quoted names are never keywords.
    private String keyword(int index) {
        return tokens.at(index) instanceof Token.Word word ? word.name() : "";
    }

    private int offset(int index) {
        return Math.max(0, tokens.at(index).start());
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
