package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.input.MirroredInput;
import dev.hyperterse.catalog.request.JsonPlace;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.StatementLanguage;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.request.ArgumentsCompiler;
import dev.hyperterse.crds.v1alpha1.action.UpstreamPrompt;
import dev.hyperterse.crds.v1alpha1.action.UpstreamResource;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.statement.sql.StatementEffect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Puts a tool, a prompt or a resource of another MCP server and its adapter together. */
public final class UpstreamLinker {
    public static final String PATH = "spec.mcp";
    public static final String ADAPTER = PATH + ".adapter";

    private static final Revoked REVOKED = new Revoked(PATH);

    private static final String ARGUMENTS = PATH + ".arguments";

    /** Clients show and install by these, so each has rules of its own. */
    private static final Set<String> OWN_SCHEMES = Set.of("skill", "ui");

    private UpstreamLinker() {}

    /** @param readOnly whether the author says that the tool only reads */
    public static Checked<LinkedStatement> link(UpstreamTool upstream, boolean readOnly, Inputs inputs, Links links) {
        if (upstream.tool().isEmpty()) {
            return Checked.faulty(Reason.InvalidSpec.problem(
                    PATH,
                    "tool-or-definitions",
                    "neither tool nor definitions are set",
                    "name the tool, or the definitions of several"));
        }
        return usable(upstream.adapter(), links)
                .then(adapter -> readsWhereItMust(adapter, readOnly))
                .then(_ -> arguments(upstream, inputs, links))
                .map(arguments -> new LinkedStatement(
                        new Action.CallTool(
                                upstream.adapter(),
                                upstream.tool().orElseThrow(),
                                arguments,
                                readOnly,
                                upstream.digest(),
                                arguments.isEmpty() ? mirrored(inputs) : List.of()),
                        readOnly ? StatementEffect.NONE : StatementEffect.UNKNOWN));
    }

    /** A prompt that is got: nothing of the protocol says that this changes something. */
    public static Checked<Action> prompt(UpstreamPrompt upstream, Links links) {
        return upstream.prompt()
                .map(name -> usable(upstream.adapter(), links)
                        .<Action>map(_ -> new Action.GetPrompt(upstream.adapter(), name, upstream.digest())))
                .orElseGet(() -> Checked.faulty(Reason.InvalidSpec.problem(
                        PATH,
                        "prompt-or-definitions",
                        "neither prompt nor definitions are set",
                        "name the prompt, or the definitions of several")));
    }

    /** @param address the same here and there */
    public static Checked<Action> resource(UpstreamResource upstream, Address address, Links links) {
        return passedOn(address)
                .then(_ -> usable(upstream.adapter(), links))
                .map(_ -> new Action.ReadResource(upstream.adapter(), address, upstream.digest()));
    }

    private static Checked<Address> passedOn(Address address) {
        var scheme = address.text().substring(0, Math.max(address.text().indexOf(':'), 0));
        return OWN_SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))
                ? Checked.faulty(Reason.InvalidUri.problem(
                        address instanceof Address.Fixed ? "spec.uri" : "spec.uriTemplate",
                        "upstream-scheme",
                        "pages of tools and files of skills (ui:// and skill://) are not passed on from another server",
                        "leave it out; write such a page or skill as an object of its own"))
                : Checked.sound(address);
    }

    private static Checked<AdapterLink.Usable> usable(String name, Links links) {
        return StatementLinker.usable(name, links.adapter(), ADAPTER).then(adapter -> ofMcp(name, adapter));
    }

    private static Checked<AdapterLink.Usable> ofMcp(String name, AdapterLink.Usable adapter) {
        return adapter.language() instanceof StatementLanguage.ToolCalls
                ? Checked.sound(adapter)
                : Checked.faulty(Reason.InvalidRequest.problem(
                        ADAPTER,
                        "upstream-of-mcp",
                        "tools, prompts and resources of mcp are those of an MCP server, and the adapter '%s' has another engine"
                                .formatted(name),
                        "name an adapter with engine: Mcp"));
    }

    /** Nothing shows what a tool of another server does, so its author has to say that it only reads. */
    private static Checked<AdapterLink.Usable> readsWhereItMust(AdapterLink.Usable adapter, boolean readOnly) {
        return readOnly || adapter.access() == Access.ReadWrite
                ? Checked.sound(adapter)
                : Checked.faulty(Reason.InvalidRequest.problem(
                        PATH + ".tool",
                        "tool-on-read-only",
                        "the tool may change something, and the adapter is ReadOnly",
                        "set hints.readOnly: true if it only reads, or use an adapter with access: ReadWrite"));
    }

    private static Checked<Optional<JsonPlace>> arguments(UpstreamTool upstream, Inputs inputs, Links links) {
        return upstream.arguments()
                .map(it -> ArgumentsCompiler.compile(it.tree(), ARGUMENTS, inputs.named(), links.environment())
                        .map(Optional::of))
                .orElseGet(() -> Checked.sound(asTheyAre(inputs)));
    }

    /** Each input as an argument. A schema may allow members that are no inputs, so all arguments are passed on. */
    private static Optional<JsonPlace> asTheyAre(Inputs inputs) {
        return switch (inputs) {
            case Inputs.Declared declared ->
                Optional.of(new JsonPlace.Members(declared.named().stream()
                        .map(input -> new JsonPlace.Member(
                                input.name(), new JsonPlace.Filled(new Value.Whole(new Reference.Input(input.name())))))
                        .toList()));
            case Inputs.BySchema _ -> Optional.empty();
        };
    }

    private static List<MirroredInput> mirrored(Inputs inputs) {
        return switch (inputs) {
            case Inputs.Declared _ -> List.of();
            case Inputs.BySchema bySchema -> MirroredInput.of(bySchema.schema());
        };
    }

    /** The reason why the last good version cannot be served on the adapter as it is now. */
    public static Optional<Problem> revoked(
            Action.OnServer action, AdapterLink.Usable adapter, Set<String> environment) {
        if (!action.readOnly() && adapter.access() == Access.ReadOnly) {
            return Optional.of(REVOKED.because(
                    Reason.InvalidRequest,
                    "tool-on-read-only",
                    "it may change something, and the adapter is ReadOnly"));
        }
        return REVOKED.unlessGranted(action, environment);
    }
}
