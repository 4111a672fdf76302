package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Environment;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.Resolved;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.shared.EnvironmentVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Resolves {@code spec.env}, each variable by itself. A variable that does not resolve keeps its published value. */
record EnvironmentCompiler(ServerInputs inputs, References references) {
    private static final String PATH = "spec.env";

    /** The variables that resolve; the others are problems. */
    Environment compile(List<EnvironmentVariable> declared, List<Problem> problems) {
        var variables = new HashMap<String, Environment.Variable>();
        for (var index = 0; index < declared.size(); index++) {
            var variable = declared.get(index);
            var path = FieldPath.item(PATH, index);
            var value = value(variable, path).valid(problems);
            if (Grants.unrecognized(variable.namespaces())) {
                problems.add(Unsupported.unknownValue(path + ".namespaces"));
            }
            var resolved = value.or(() -> published(variable));
            variables.put(
                    variable.name(),
                    new Environment.Variable(
                            resolved.map(Resolved::text),
                            resolved.map(Resolved::secret).orElse(false)));
        }
        return new Environment(variables);
    }

    private Checked<Resolved> value(EnvironmentVariable variable, String path) {
        var override = Optional.ofNullable(inputs.overrides().get(variable.name()));
        return override.map(text -> Checked.sound(new Resolved(text, isSecret(variable))))
                .or(() -> variable.value().map(text -> Checked.sound(new Resolved(text, false))))
                .or(() -> variable.valueFrom().map(source -> references.value(source, path + ".valueFrom")))
                .orElseGet(() -> Checked.faulty(Reason.InvalidServer.problem(
                        path, "one-source", "the variable has no value", "set value or valueFrom")));
    }

    private Optional<Resolved> published(EnvironmentVariable variable) {
        return inputs.published()
                .values()
                .find(ValueKey.environment(variable.name()))
                .map(text -> new Resolved(text, isSecret(variable)));
    }

    private static boolean isSecret(EnvironmentVariable variable) {
        return variable.valueFrom()
                .filter(source -> source.secretKeyRef().isPresent())
                .isPresent();
    }
}
