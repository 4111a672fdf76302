package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.compiler.inputs.InputsCompiler;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.Presentation;
import dev.hyperterse.compiler.leaf.protection.ProtectedSections;
import dev.hyperterse.compiler.leaf.statement.QueriesCompiler;
import dev.hyperterse.compiler.leaf.statement.ScriptActionCompiler;
import dev.hyperterse.compiler.leaf.statement.StatementLinker;
import dev.hyperterse.compiler.leaf.statement.UpstreamLinker;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.content.PromptMessage;
import dev.hyperterse.crds.v1alpha1.content.Role;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compiles a prompt. */
public final class PromptCompiler {
    private static final String MESSAGES = "spec.messages";

    private final ScriptActionCompiler scripts;

    public PromptCompiler(Function<StatementSource, StatementCompilation> statements) {
        this.scripts =
                new ScriptActionCompiler(new QueriesCompiler(new InputsCompiler(), new StatementLinker(statements)));
    }

    public Checked<Leaf> compile(LeafIdentity identity, PromptSpec spec, Links links) {
        var problems = new ArrayList<Problem>();
        var access = links.access().valid(problems);
        Presentation.name(links.publicName(), "prompt").ifPresent(problems::add);
        var icons = Presentation.icons(spec.icons(), problems);
        var arguments = Presentation.arguments(spec.arguments(), problems);
        var messages = messages(spec, arguments, links).valid(problems);
        var action = action(spec, arguments, links).valid(problems);
        return problems.isEmpty()
                ? Checked.sound(new PromptLeaf(
                        identity,
                        links.publicName(),
                        spec.title(),
                        spec.description(),
                        icons,
                        arguments,
                        messages.orElseThrow(),
                        action.orElseThrow().map(it -> new PromptLeaf.Computed(inputs(arguments), it)),
                        access.orElseThrow(),
                        ProtectedSections.digest(spec)))
                : Checked.faulty(problems);
    }

    private Checked<Optional<Action>> action(PromptSpec spec, List<Argument> arguments, Links links) {
        return spec.script()
                .map(it -> scripts.link(it, inputs(arguments), links).<Action>map(script -> script))
                .or(() -> spec.mcp().map(it -> UpstreamLinker.prompt(it, links)))
                .map(it -> it.map(Optional::of))
                .orElseGet(() -> Checked.sound(Optional.empty()));
    }

    private static Checked<List<PromptLeaf.Message>> messages(PromptSpec spec, List<Argument> arguments, Links links) {
        var sources = Stream.of(
                        !spec.messages().isEmpty(),
                        spec.script().isPresent(),
                        spec.mcp().isPresent())
                .filter(set -> set)
                .count();
        if (sources != 1) {
            return Checked.faulty(
                    sources == 0
                            ? Reason.InvalidPrompt.problem(
                                    MESSAGES, "one-message", "the prompt has no message", "write at least one")
                            : Reason.InvalidPrompt.problem(
                                    "spec",
                                    "one-source",
                                    "the prompt has several of messages, a script and mcp",
                                    "set exactly one of messages, script and mcp"));
        }
        var contents = new ContentCompiler(
                links, arguments.stream().map(Argument::name).collect(Collectors.toSet()));
        var messages = new ArrayList<Checked<PromptLeaf.Message>>();
        for (var index = 0; index < spec.messages().size(); index++) {
            messages.add(message(spec.messages().get(index), FieldPath.item(MESSAGES, index), contents));
        }
        return Checked.all(messages);
    }

    private static List<Input> inputs(List<Argument> arguments) {
        return arguments.stream()
                .map(argument -> Input.of(argument.name(), InputType.STRING, !argument.required()))
                .toList();
    }

    private static Checked<PromptLeaf.Message> message(PromptMessage message, String path, ContentCompiler contents) {
        var role = role(message.role());
        if (role.isEmpty()) {
            return Checked.faulty(Unsupported.unknownValue(path + ".role"));
        }
        return Optional.ofNullable(message.content())
                .map(content -> contents.compile(content, path + ".content"))
                .orElseGet(() -> Checked.faulty(ContentCompiler.notOne(path + ".content", 0)))
                .map(content -> new PromptLeaf.Message(role.get(), content));
    }

    static Optional<PromptLeaf.Role> role(Role role) {
        return Optional.ofNullable(role).flatMap(it -> switch (it) {
            case User -> Optional.of(PromptLeaf.Role.user);
            case Assistant -> Optional.of(PromptLeaf.Role.assistant);
            case Unrecognized -> Optional.empty();
        });
    }
}
