package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ResourceLeaf.Audience;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.compiler.inputs.InputsCompiler;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.Presentation;
import dev.hyperterse.compiler.leaf.link.ResourceAddress;
import dev.hyperterse.compiler.leaf.protection.ProtectedSections;
import dev.hyperterse.compiler.leaf.statement.QueriesCompiler;
import dev.hyperterse.compiler.leaf.statement.ScriptActionCompiler;
import dev.hyperterse.compiler.leaf.statement.StatementLinker;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementSource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Compiles a resource, or a template of resources. */
public final class ResourceCompiler {
    private final StatementLinker statements;
    private final ScriptActionCompiler scripts;

    public ResourceCompiler(Function<StatementSource, StatementCompilation> statements) {
        this.statements = new StatementLinker(statements);
        this.scripts = new ScriptActionCompiler(new QueriesCompiler(new InputsCompiler(), this.statements));
    }

    public Checked<Leaf> compile(LeafIdentity identity, McpResourceSpec spec, Links links) {
        var problems = new ArrayList<Problem>();
        var access = links.access().valid(problems);
        var icons = Presentation.icons(spec.icons(), problems);
        var arguments = Presentation.arguments(spec.arguments(), problems);
        var audience = audience(spec, problems);
        var timeout = Presentation.timeout(spec.timeout(), problems);
        var address = ResourceAddress.compile(spec).valid(problems);
        address.ifPresent(it -> argumentsAreVariables(arguments, it, problems));
        // Without an address it is not known which placeholders there are: one mistake would be reported twice.
        var body = address.flatMap(it -> new ResourceBody(statements, scripts, links, it, timeout)
                .compile(spec)
                .valid(problems));
        if (!problems.isEmpty()) {
            return Checked.faulty(problems.stream().distinct().toList());
        }
        var where = address.orElseThrow();
        var content = body.orElseThrow();
        return Checked.sound(new ResourceLeaf(
                identity,
                where,
                name(identity, spec, content.body()),
                spec.title(),
                content.body() instanceof Body.Skill skill ? Optional.of(skill.description()) : spec.description(),
                icons,
                content.mimeType(),
                spec.size().or(content::size),
                audience,
                ResourceAddress.arguments(where, arguments),
                content.body(),
                access.orElseThrow(),
                ProtectedSections.digest(spec)));
    }

    private static String name(LeafIdentity identity, McpResourceSpec spec, Body body) {
        return body instanceof Body.Skill skill ? skill.name() : spec.name().orElse(identity.name());
    }

    private static void argumentsAreVariables(List<Argument> arguments, Address address, List<Problem> problems) {
        var variables = ResourceAddress.variables(address);
        for (var index = 0; index < arguments.size(); index++) {
            var name = arguments.get(index).name();
            if (!variables.contains(name)) {
                problems.add(Reason.InvalidUri.problem(
                        FieldPath.item("spec.arguments", index) + ".name",
                        "argument-is-a-variable",
                        "'%s' is not a variable of the template".formatted(name),
                        "use {%s} in spec.uriTemplate, or remove the argument".formatted(name)));
            }
        }
    }

    private static Audience audience(McpResourceSpec spec, List<Problem> problems) {
        if (spec.hints().isEmpty()) {
            return Audience.ANYONE;
        }
        var hints = spec.hints().get();
        var roles = hints.audience().stream().map(PromptCompiler::role).toList();
        if (roles.stream().anyMatch(role -> role.isEmpty())) {
            problems.add(Unsupported.unknownValue("spec.hints.audience"));
        }
        if (hints.priority().filter(ResourceCompiler::notAPriority).isPresent()) {
            problems.add(Reason.InvalidSpec.problem(
                    "spec.hints.priority",
                    "priority-range",
                    "the priority is not between 0 and 1",
                    "set 0 for least and 1 for most important"));
        }
        return new Audience(
                roles.stream().flatMap(role -> role.stream()).toList(),
                hints.priority().map(BigDecimal::doubleValue));
    }

    private static boolean notAPriority(BigDecimal priority) {
        return priority.signum() < 0 || priority.compareTo(BigDecimal.ONE) > 0;
    }
}
