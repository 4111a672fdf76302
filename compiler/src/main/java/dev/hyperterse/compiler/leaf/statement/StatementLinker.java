package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action.RunAdHocSql;
import dev.hyperterse.catalog.Action.RunSql;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.compiler.builtin.BuiltinStatement;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.StatementLanguage;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementEffect;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Puts a statement, its adapter and its inputs together. */
public final class StatementLinker {
    public static final String PATH = "spec.statement";

    private final ActionCompiler compiler;

    public StatementLinker(Function<StatementSource, StatementCompilation> compiler) {
        this.compiler = new ActionCompiler(compiler);
    }

    /** @param bound those of the inputs that the server binds */
    public Checked<LinkedStatement> link(Statement statement, List<Input> inputs, List<Input> bound, Links links) {
        var problems = new ArrayList<>(unsupported(statement));
        var written = new Written(
                PATH, statement.adapter(), links.adapter(), Optional.ofNullable(statement.text()), textual(statement));
        var linked = link(written, inputs, links);
        problems.addAll(linked.problems());
        if (isPlain(statement) || !problems.isEmpty()) {
            return problems.isEmpty() ? linked : Checked.faulty(problems);
        }
        return usable(statement.adapter(), links.adapter(), PATH + ".adapter")
                .then(usable -> SessionCompiler.compile(statement, usable, bound, links.environment()))
                .then(settings -> linked.map(it -> it.within(settings)));
    }

    private static boolean isPlain(Statement statement) {
        return statement.session().isEmpty() && statement.role().isEmpty();
    }

    /**
     * A statement wherever it stands.
     *
     * @param path the field that has {@code adapter} and {@code text}
     * @param textual whether values become text of it
     */
    record Written(String path, String adapter, Optional<AdapterLink> link, Optional<Document> text, boolean textual) {
        Written(String path, String adapter, Optional<AdapterLink> link, Optional<Document> text) {
            this(path, adapter, link, text, false);
        }

        String textPath() {
            return path + ".text";
        }
    }

    public Checked<LinkedStatement> link(Written statement, List<Input> inputs, Links links) {
        var adapter = usable(statement.adapter(), statement.link(), statement.path() + ".adapter");
        var problems = new ArrayList<>(adapter.problems());
        var text = statement
                .text()
                .map(document -> links.text(document, statement.textPath()))
                .orElseGet(() -> Checked.faulty(Reason.InvalidSpec.problem(
                        statement.textPath(), "one-source", "the statement has no text", "write one")));
        problems.addAll(text.problems());
        return problems.isEmpty()
                ? text.then(it -> adapter.then(usable -> compile(statement, it, usable, inputs, links)))
                : Checked.faulty(problems);
    }

    /** A statement that the operator brings along: its author wrote no text that could be shown. */
    public Checked<LinkedStatement> link(BuiltinStatement builtin, String adapter, List<Input> inputs, Links links) {
        return usable(adapter, links.adapter(), BuiltinLinker.ADAPTER).then(usable -> switch (builtin.sql()) {
            case BuiltinStatement.Sql.Given(var text) ->
                compiler.compile(
                                adapter,
                                usable,
                                new ActionCompiler.Text(BuiltinLinker.PATH, text, inputs, links.environment()))
                        .map(LinkedStatement::unwritten);
            case BuiltinStatement.Sql.OfNames(var statement) ->
                Checked.sound(new LinkedStatement(new RunSql(adapter, statement, ""), StatementEffect.NONE));
            case BuiltinStatement.Sql.AdHoc adHoc -> adHoc(adapter, usable.language(), adHoc);
        });
    }

    /** Its engine runs nothing else than what reads. */
    private static Checked<LinkedStatement> adHoc(
            String adapter, StatementLanguage language, BuiltinStatement.Sql.AdHoc sql) {
        return switch (language) {
            case StatementLanguage.Sql(var dialect) ->
                Checked.sound(new LinkedStatement(
                        new RunAdHocSql(adapter, dialect, sql.mode(), sql.input(), sql.maxCost()),
                        StatementEffect.NONE));
            case StatementLanguage.Documents _,
                    StatementLanguage.Commands _,
                    StatementLanguage.Requests _,
                    StatementLanguage.ToolCalls _ ->
                Checked.faulty(BuiltinLinker.adHocForbidden(adapter, BuiltinLinker.ADAPTER));
        };
    }

    private Checked<LinkedStatement> compile(
            Written statement, String text, AdapterLink.Usable adapter, List<Input> inputs, Links links) {
        var inline = statement.text().flatMap(Document::inline).isPresent();
        var quotable = statement
                .text()
                .filter(document -> links.quotes(document, statement.textPath()))
                .isPresent();
        var path = statement.textPath() + (inline ? ".inline" : ".configMapKeyRef");
        var compiled = compiler.compile(
                statement.adapter(),
                adapter,
                new ActionCompiler.Text(path, text, inputs, links.environment(), statement.textual()));
        return quotable ? compiled : compiled.mapProblems(Problem::withoutQuotation);
    }

    private static boolean textual(Statement statement) {
        return statement
                .substitution()
                .filter(Statement.Substitution.Textual::equals)
                .isPresent();
    }

    private static List<Problem> unsupported(Statement statement) {
        var problems = new ArrayList<Problem>();
        if (!statement.session().isEmpty() && textual(statement)) {
            problems.add(Reason.InvalidStatement.problem(
                    PATH + ".session",
                    "session-of-bound-statements",
                    "values that become text of a statement can change what its settings say",
                    "remove substitution: Textual"));
        }
        statement.role().filter(_ -> textual(statement)).ifPresent(_ -> problems.add(TransactionRole.textual()));
        statement.substitution().ifPresent(substitution -> {
            switch (substitution) {
                case Bound, Textual -> {}
                case Unrecognized -> problems.add(Unsupported.unknownValue(PATH + ".substitution"));
            }
        });
        return problems;
    }

    /** @param path the field that names the adapter */
    public static Checked<AdapterLink.Usable> usable(String name, Optional<AdapterLink> link, String path) {
        return switch (link.orElseGet(AdapterLink.Missing::new)) {
            case AdapterLink.Usable usable -> Checked.sound(usable);
            case AdapterLink.Missing _ -> Checked.faulty(missing(name, path));
            case AdapterLink.NotGranted _ -> Checked.faulty(notGranted(name, path));
            case AdapterLink.Faulty _ -> Checked.faulty(faulty(name, path));
        };
    }

    private static Problem missing(String name, String path) {
        return Reason.AdapterNotFound.problem(
                path,
                "adapter-exists",
                "the server has no adapter '%s'".formatted(name),
                "add it to the server's spec.adapters, or fix the name");
    }

    private static Problem notGranted(String name, String path) {
        return Reason.NotAllowedAdapter.problem(
                path,
                "adapter-granted",
                "the adapter '%s' is not granted to this namespace".formatted(name),
                "its owner can add the namespace to the adapter's 'namespaces'");
    }

    private static Problem faulty(String name, String path) {
        return Reason.AdapterFaulty.problem(
                path,
                "adapter-usable",
                "the adapter '%s' cannot be used as it is".formatted(name),
                "the status of the server says why");
    }
}
