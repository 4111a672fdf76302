package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.compiler.command.CommandCompiler;
import dev.hyperterse.compiler.command.CommandSource;
import dev.hyperterse.compiler.document.DocumentCompiler;
import dev.hyperterse.compiler.document.DocumentSource;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.StatementLanguage;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.statement.StatementProblems;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementEffect;
import dev.hyperterse.statement.sql.StatementSource;
import dev.hyperterse.statement.sql.TextualCompiler;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Compiles the text of a statement in the language of its adapter. */
public final class ActionCompiler {
    private final Function<StatementSource, StatementCompilation> sql;
    private final TextualCompiler textual = new TextualCompiler();
    private final DocumentCompiler documents = new DocumentCompiler();
    private final CommandCompiler commands = new CommandCompiler();

    public ActionCompiler(Function<StatementSource, StatementCompilation> sql) {
        this.sql = sql;
    }

    /**
     * A text with what its placeholders may name.
     *
     * @param path the field that holds it
     * @param textual whether values become text of it
     */
    public record Text(String path, String text, List<Input> inputs, Set<String> environment, boolean textual) {
        Text(String path, String text, List<Input> inputs, Set<String> environment) {
            this(path, text, inputs, environment, false);
        }
    }

    public Checked<LinkedStatement> compile(String adapter, AdapterLink.Usable usable, Text text) {
        if (text.textual() && !(usable.textual() && usable.language() instanceof StatementLanguage.Sql)) {
            return Checked.faulty(textualForbidden(adapter));
        }
        return switch (usable.language()) {
            case StatementLanguage.Sql(var dialect) -> {
                var source =
                        new StatementSource(text.text(), dialect, usable.access(), text.inputs(), text.environment());
                yield switch (text.textual() ? textual.compile(source) : sql.apply(source)) {
                    case StatementCompilation.Compiled(var compiled, var effect) ->
                        Checked.sound(new LinkedStatement(new Action.RunSql(adapter, compiled, text.text()), effect));
                    case StatementCompilation.Rejected(var findings) ->
                        Checked.faulty(StatementProblems.of(findings, text.path(), text.text()));
                };
            }
            case StatementLanguage.Documents _ ->
                documents
                        .compile(new DocumentSource(
                                text.path(), text.text(), usable.access(), text.inputs(), text.environment()))
                        .map(command -> new LinkedStatement(
                                new Action.RunDocument(adapter, command, text.text()), effect(command.kind())));
            case StatementLanguage.Requests _ ->
                Checked.faulty(noStatements(adapter, text.path(), "an HTTP API", "spec.http"));
            case StatementLanguage.ToolCalls _ ->
                Checked.faulty(noStatements(adapter, text.path(), "an MCP server", "spec.mcp"));
            case StatementLanguage.Commands _ ->
                commands.compile(new CommandSource(
                                text.path(), text.text(), usable.access(), text.inputs(), text.environment()))
                        .map(compiled -> new LinkedStatement(
                                new Action.RunCommand(adapter, compiled.command(), text.text()), compiled.effect()));
        };
    }

    private static Problem textualForbidden(String adapter) {
        return Reason.NotAllowedAdapter.problem(
                "spec.statement.substitution",
                "textual-allowed",
                "the adapter '%s' does not allow textual substitution".formatted(adapter),
                "remove substitution: Textual; or the owner of a SQL adapter sets its textual: Allowed");
    }

    private static Problem noStatements(String adapter, String path, String what, String field) {
        return Reason.InvalidStatement.problem(
                path,
                "statement-of-databases",
                "the adapter '%s' is %s, which runs no statements".formatted(adapter, what),
                "write a Tool with %s; a script calls it with ctx.call".formatted(field));
    }

    /** Commands that only read run no code and no functions of the database. */
    private static StatementEffect effect(DocumentCommand.Kind kind) {
        return switch (kind) {
            case FIND, AGGREGATE, COUNT, DISTINCT -> StatementEffect.NONE;
            case INSERT -> StatementEffect.ADDS;
            case UPDATE, DELETE, FIND_AND_MODIFY -> StatementEffect.CHANGES;
        };
    }
}
