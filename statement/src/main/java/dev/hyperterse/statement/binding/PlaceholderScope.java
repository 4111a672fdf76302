package dev.hyperterse.statement.binding;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.statement.Reference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Resolves placeholders to the inputs, variables and claims that a statement may use. */
public final class PlaceholderScope {
    private static final String CLAIMS = "claims.";

    private final Map<String, Input> inputs;
    private final Set<String> environment;
    private final Findings findings;

    /** @param environment names of the server's environment that are granted to the author's namespace */
    public PlaceholderScope(List<Input> inputs, Set<String> environment, Findings findings) {
        this.inputs = byName(inputs);
        this.environment = environment;
        this.findings = findings;
    }

    /** The first declaration of each name. */
    public static Map<String, Input> byName(List<Input> inputs) {
        return inputs.stream().collect(Collectors.toMap(Input::name, input -> input, (first, _) -> first));
    }

    public Optional<Target> resolve(Placeholder placeholder) {
        return switch (placeholder.namespace()) {
            case "inputs" -> input(placeholder);
            case "env" -> environment(placeholder);
            case "principal" -> principal(placeholder);
            default ->
                refuse(
                        BindingRule.UNKNOWN_NAMESPACE,
                        placeholder,
                        "unknown namespace '%s'".formatted(placeholder.namespace()),
                        "the namespaces are inputs, env and principal");
        };
    }

    private Optional<Target> input(Placeholder placeholder) {
        var declared = inputs.get(placeholder.name());
        return declared == null
                ? refuse(
                        BindingRule.UNKNOWN_INPUT,
                        placeholder,
                        "unknown input '%s'".formatted(placeholder.name()),
                        inputs.isEmpty() ? "declare it under inputs" : "declare it, or use one of " + declaredNames())
                : Optional.of(filtered(placeholder, Target.of(declared)));
    }

    private String declaredNames() {
        return inputs.keySet().stream().sorted().limit(10).collect(Collectors.joining(", "));
    }

    private static Target filtered(Placeholder placeholder, Target target) {
        return placeholder.has(Filter.JSON) && target.shape() == Target.Shape.LIST ? target.asJson() : target;
    }

    // The message is the same for a setting that is not granted and one that does not exist, so that a namespace cannot
    // find out the names of settings of others.
    private Optional<Target> environment(Placeholder placeholder) {
        return environment.contains(placeholder.name())
                ? Optional.of(Target.text(new Reference.Environment(placeholder.name())))
                : refuse(
                        BindingRule.ENVIRONMENT_NOT_GRANTED,
                        placeholder,
                        "the server has no env '%s' that this namespace may read".formatted(placeholder.name()),
                        "the server's owner can add it, or add the namespace to spec.env[].namespaces");
    }

    private Optional<Target> principal(Placeholder placeholder) {
        if (placeholder.name().equals("plugin")) {
            return Optional.of(Target.text(new Reference.PrincipalPlugin()));
        }
        if (placeholder.name().equals("subject")) {
            return Optional.of(Target.text(new Reference.PrincipalSubject()));
        }
        if (placeholder.name().startsWith(CLAIMS) && placeholder.name().length() > CLAIMS.length()) {
            return Optional.of(
                    Target.text(new Reference.PrincipalClaim(placeholder.name().substring(CLAIMS.length()))));
        }
        return refuse(
                BindingRule.UNKNOWN_PRINCIPAL_FIELD,
                placeholder,
                "unknown field '%s' of principal".formatted(placeholder.name()),
                "write principal.subject, principal.plugin or principal.claims.name");
    }

    private Optional<Target> refuse(BindingRule rule, Placeholder placeholder, String message, String remedy) {
        findings.add(rule, placeholder.start(), message, remedy);
        return Optional.empty();
    }
}
