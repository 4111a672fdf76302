package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.statement.StatementProblems;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.binding.TextPieces;
import dev.hyperterse.statement.binding.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Compiles {@code statement.session} and {@code statement.role}: settings of the transaction that a statement runs in, which
 * policies of row-level security read, and the role that it runs with. They become a statement of their own, which is sent
 * before the other one, in the same transaction.
 */
public final class SessionCompiler {
    private static final String PATH = StatementLinker.PATH + ".session";

    /** Settings of an application have a dot; those of the engine, which decide what a session may do, have none. */
    private static final Pattern SETTING =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_$]{0,62}(?:\\.[A-Za-z_][A-Za-z0-9_$]{0,62})+");

    private SessionCompiler() {}

    /** The inputs that settings and roles may name: what a client sends, be it a header or a URL, must not decide what it may see. */
    public static List<Input> nameable(Inputs inputs) {
        return inputs.bound().stream()
                .filter(it -> it.source() instanceof Reference.OfPrincipal)
                .map(BoundInput::input)
                .toList();
    }

    /** @param bound the inputs that may be named */
    static Checked<List<Segment>> compile(
            Statement statement, AdapterLink.Usable adapter, List<Input> bound, Set<String> environment) {
        if (!adapter.language().hasTransactionSettings()) {
            return Checked.faulty(otherEngine(statement));
        }
        var named = new Named(bound, environment);
        var problems = new ArrayList<Problem>();
        var segments = new ArrayList<Segment>();
        new TreeMap<>(statement.session()).forEach((name, text) -> {
            var path = FieldPath.key(PATH, name);
            if (!SETTING.matcher(name).matches()) {
                problems.add(Reason.InvalidStatement.problem(
                        path,
                        "setting-of-an-application",
                        "'%s' is not a setting that a statement may set".formatted(name),
                        "use a name with a dot, such as app.user"));
            }
            value(text, path, named, problems).ifPresent(value -> {
                begin(name, segments);
                segments.add(new Segment.Parameter(value, ParameterType.TEXT));
            });
        });
        // Behind the settings, which the adapter's own role makes.
        statement.role().ifPresent(text -> {
            TransactionRole.problem(text, statement.adapter(), adapter).ifPresent(problems::add);
            value(text, TransactionRole.PATH, named, problems).ifPresent(value -> {
                begin("role", segments);
                segments.add(new Segment.Role(value, adapter.roles()));
            });
        });
        segments.add(new Segment.Text(", true)"));
        return Checked.unless(problems, List.copyOf(segments));
    }

    private static void begin(String setting, List<Segment> segments) {
        segments.add(new Segment.Text(
                (segments.isEmpty() ? "SELECT " : ", true), ") + "pg_catalog.set_config('" + setting + "', "));
    }

    private static List<Problem> otherEngine(Statement statement) {
        var problems = new ArrayList<Problem>();
        if (!statement.session().isEmpty()) {
            problems.add(Reason.InvalidStatement.problem(
                    PATH,
                    "session-of-postgres",
                    "only PostgreSQL has settings that last for one transaction",
                    "remove it, and write the condition into the statement"));
        }
        statement.role().ifPresent(_ -> problems.add(TransactionRole.otherEngine()));
        return problems;
    }

    /** The sources that a value may name. */
    private record Named(List<Input> bound, Set<String> environment) {}

    private static Optional<Value> value(String text, String path, Named named, List<Problem> problems) {
        var findings = new Findings();
        var pieces = TextPieces.of(text, findings);
        for (var piece : pieces) {
            if (piece instanceof Placeholder placeholder && isSent(placeholder, named)) {
                problems.add(Reason.InvalidStatement.problem(
                        path,
                        "session-by-the-server",
                        "the client sends %s, and could choose what it sees".formatted(placeholder.display()),
                        "name principal or env, or bind the input to a claim or the principal"));
                return Optional.empty();
            }
        }
        var references = new PlaceholderScope(named.bound(), named.environment(), findings);
        var value = new Values(references, "bind an input of another type", findings).of(pieces);
        problems.addAll(StatementProblems.of(findings.inOrderOfTheText(), path, text));
        return findings.isEmpty() ? Optional.of(value.value()) : Optional.empty();
    }

    private static boolean isSent(Placeholder placeholder, Named named) {
        return placeholder.namespace().equals("inputs")
                && named.bound().stream().noneMatch(input -> input.name().equals(placeholder.name()));
    }
}
