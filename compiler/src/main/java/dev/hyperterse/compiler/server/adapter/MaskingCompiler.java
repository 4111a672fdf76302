package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.access.AccessRule.Variable;
import dev.hyperterse.catalog.server.adapter.Masking;
import dev.hyperterse.catalog.server.adapter.Masking.Treatment;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.access.RulesCompiler;
import dev.hyperterse.compiler.access.RulesCompiler.RuleInputs;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.AllowSql;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.Engine;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.Textual;
import dev.hyperterse.crds.v1alpha1.adapter.Masking.FromComments;
import dev.hyperterse.crds.v1alpha1.adapter.Masking.LabelledColumn;
import dev.hyperterse.crds.v1alpha1.adapter.Masking.MaskRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Compiles {@code masking} of an adapter. A mistake in it withholds the adapter: left out, it would show more. */
public final class MaskingCompiler {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    private final RulesCompiler rules;
    private final List<Problem> problems = new ArrayList<>();

    public MaskingCompiler(CompiledRules known) {
        this.rules = new RulesCompiler(known, Set.of());
    }

    public Checked<Optional<Masking>> compile(Adapter adapter, String path) {
        var compiled = adapter.masking().map(masking -> {
            if (!AdapterCompiler.speaksSql(adapter)) {
                problems.add(Reason.InvalidAdapter.problem(
                        path, "masking-of-sql", "masking is supported for SQL databases only", "remove it"));
            }
            checkNarrow(adapter, path);
            var columns = masking.labels().columns();
            for (var index = 0; index < columns.size(); index++) {
                check(columns.get(index), FieldPath.item(path + ".labels.columns", index));
            }
            return new Masking(
                    dialect(adapter.engine()),
                    fromComments(adapter, masking.labels().fromComments(), path + ".labels.fromComments"),
                    columns.stream()
                            .map(it -> new Masking.LabelledColumn(it.table(), it.column(), it.labels()))
                            .toList(),
                    rules(masking.rules(), path + ".rules"));
        });
        return problems.isEmpty() ? Checked.sound(compiled) : Checked.faulty(List.copyOf(problems));
    }

    /** Only fixed statements that read can be traced: others copy a value to where it has no label. */
    private void checkNarrow(Adapter adapter, String path) {
        var remedy = "remove it, or use a second adapter for that";
        if (AdapterCompiler.mayWrite(adapter)) {
            problems.add(Reason.InvalidAdapter.problem(
                    path, "masking-reads-only", "an adapter with masking cannot have access: ReadWrite", remedy));
        }
        adapter.allowSql()
                .filter(AllowSql.Allowed::equals)
                .ifPresent(_ -> problems.add(Reason.InvalidAdapter.problem(
                        path, "masking-fixed", "an adapter with masking cannot have allowSql: Allowed", remedy)));
        adapter.textual()
                .filter(Textual.Allowed::equals)
                .ifPresent(_ -> problems.add(Reason.InvalidAdapter.problem(
                        path, "masking-fixed", "an adapter with masking cannot have textual: Allowed", remedy)));
    }

    /** Any for an engine without SQL, whose masking is refused. */
    private static Dialect dialect(Engine engine) {
        return switch (engine) {
            case Mysql -> Dialect.MYSQL;
            case Sqlite -> Dialect.SQLITE;
            case Postgres, Mongodb, Redis, Http, Mcp, Unrecognized -> Dialect.POSTGRES;
        };
    }

    private boolean fromComments(Adapter adapter, Optional<FromComments> declared, String path) {
        return switch (declared.orElse(FromComments.Disabled)) {
            case Disabled -> false;
            case Enabled -> {
                if (adapter.engine() == Engine.Sqlite) {
                    problems.add(Reason.InvalidAdapter.problem(
                            path,
                            "masking-comments",
                            "columns of SQLite have no comments",
                            "label them in labels.columns"));
                }
                yield true;
            }
            case Unrecognized -> {
                problems.add(Unsupported.unknownValue(path));
                yield false;
            }
        };
    }

    private void check(LabelledColumn column, String path) {
        checkLabels(column.labels(), path);
        if (column.table().chars().filter(it -> it == '.').count() > 1) {
            problems.add(Reason.InvalidAdapter.problem(
                    path + ".table",
                    "masking-table",
                    "'%s' is neither a table nor a schema and a table".formatted(column.table()),
                    "write it like public.customers"));
        }
    }

    private void checkLabels(List<String> labels, String path) {
        labels.stream()
                .filter(label -> !LABEL.matcher(label).matches())
                .forEach(label -> problems.add(Reason.InvalidAdapter.problem(
                        path + ".labels",
                        "masking-label",
                        "'%s' is not a label".formatted(label),
                        "use lower case letters, digits and dashes, like pii")));
    }

    private List<Masking.Rule> rules(List<MaskRule> declared, String path) {
        var compiled = new ArrayList<Masking.Rule>();
        for (var index = 0; index < declared.size(); index++) {
            var rule = declared.get(index);
            var at = FieldPath.item(path, index);
            checkLabels(rule.labels(), at);
            var when = rule.when().flatMap(it -> condition(it, at + ".when"));
            Choice.checked(rule.then(), Treatment.class, at + ".then")
                    .valid(problems)
                    .ifPresent(then -> compiled.add(new Masking.Rule(rule.labels(), when, then)));
        }
        return compiled;
    }

    private Optional<AccessRule> condition(String expression, String path) {
        var written = new dev.hyperterse.crds.v1alpha1.auth.AccessRule("masking", expression, Optional.empty());
        var compiled = rules.compile(written, RuleInputs.OF_MANY, path).valid(problems);
        if (compiled.filter(it -> !it.program().reads().equals(Set.of(Variable.PRINCIPAL))
                        && !it.program().reads().isEmpty())
                .isPresent()) {
            problems.add(Reason.InvalidAdapter.problem(
                    path,
                    "masking-when",
                    "a condition of masking reads more than principal",
                    "decide by principal alone; results are kept and checked without the call"));
        }
        return compiled;
    }
}
