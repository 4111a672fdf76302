package dev.hyperterse.compiler.upstream;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.compiler.items.OwnSections;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec.ResourceHints;
import dev.hyperterse.crds.v1alpha1.action.UpstreamResource;
import dev.hyperterse.crds.v1alpha1.content.Role;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Makes the resource or template of one definition. Its URI stays as it is, because results of tools refer to it. */
record DefinedResource(McpResourceSpec spec, UpstreamResource upstream, Choice choice) implements DefinedKind {
    private static final int LENGTH_OF_DIGEST = 8;
    private static final Pattern URI = Pattern.compile(Formats.URI);
    private static final Pattern URI_TEMPLATE = Pattern.compile(Formats.URI_TEMPLATE);
    private static final Pattern MIME_TYPE = Pattern.compile(Formats.MIME_TYPE);

    DefinedResource(McpResourceSpec spec, UpstreamResource upstream) {
        this(
                spec,
                upstream,
                new Choice(
                        upstream.select().map(UpstreamResource.Select::uris).orElseGet(List::of),
                        upstream.overrides().stream().map(Choice.Override::of).toList()));
    }

    @Override
    public LeafKind kind() {
        return LeafKind.Resource;
    }

    @Override
    public List<UpstreamDefinition> lists() {
        return List.of(UpstreamDefinition.RESOURCE, UpstreamDefinition.TEMPLATE);
    }

    /** A name has fewer characters than a URI, so the digest tells those apart that read alike. */
    @Override
    public String key(String uri) {
        var digest = "-" + Digest.of(uri).substring(0, LENGTH_OF_DIGEST);
        var readable = DefinitionRules.asName(uri, Bounds.TOOL_NAME - digest.length());
        return (readable.endsWith("-") ? readable.substring(0, readable.length() - 1) : readable) + digest;
    }

    @Override
    public boolean isSelected(UpstreamDefinition kind, JsonNode definition) {
        return choice.has(kind.key(definition));
    }

    @Override
    public boolean isSelected(Action published) {
        return published instanceof Action.ReadResource read && choice.has(read.named());
    }

    @Override
    public McpResourceSpec shared(String key) {
        return with(new Own(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                spec.hints(),
                Optional.empty()));
    }

    @Override
    public Checked<LeafSpec> of(UpstreamDefinition kind, JsonNode definition) {
        var uri = kind.key(definition);
        var override = choice.override(uri);
        var name = override.flatMap(Choice.Override::name).or(() -> DefinitionRules.text(definition, "name"));
        var ofKind = Optional.of(uri);
        return ofUri(kind, uri)
                .or(() -> DefinitionRules.ofTexts(kind, definition))
                .or(() -> name.isPresent() ? Optional.empty() : Optional.of(unnamed()))
                .<Checked<LeafSpec>>map(Checked::faulty)
                .orElseGet(() -> Checked.sound(with(new Own(
                        name.map(it -> OwnSections.bounded(it, Bounds.TITLE)),
                        DefinitionRules.title(definition, override),
                        DefinitionRules.description(definition, override),
                        ofKind.filter(_ -> kind == UpstreamDefinition.RESOURCE),
                        ofKind.filter(_ -> kind == UpstreamDefinition.TEMPLATE),
                        DefinitionRules.text(definition, "mimeType")
                                .filter(it -> it.length() <= Bounds.MIME_TYPE
                                        && MIME_TYPE.matcher(it).matches()),
                        spec.hints().or(() -> hints(definition.path("annotations"))),
                        Optional.of(UpstreamResource.approved(upstream.adapter(), kind.digest(definition)))))));
    }

    private static Optional<Problem> ofUri(UpstreamDefinition kind, String uri) {
        var format = kind == UpstreamDefinition.TEMPLATE ? URI_TEMPLATE : URI;
        return uri.length() <= Bounds.URL
                        && format.matcher(uri).matches()
                        && uri.codePoints().noneMatch(it -> Character.isWhitespace(it) || Character.isISOControl(it))
                ? Optional.empty()
                : Optional.of(DefinitionRules.problem(
                        "upstream-uri",
                        kind == UpstreamDefinition.TEMPLATE
                                ? "its uriTemplate is empty or longer than %d characters, has no scheme or variable, or has spaces"
                                        .formatted(Bounds.URL)
                                : "its URI is empty or longer than %d characters, has no scheme, or has spaces or braces"
                                        .formatted(Bounds.URL),
                        "leave it out by spec.mcp.select, or ask its owner to correct it"));
    }

    private static Problem unnamed() {
        return DefinitionRules.problem(
                "upstream-name",
                "its definition has no name",
                "give it one in spec.mcp.overrides, or leave it out by spec.mcp.select");
    }

    /** Values that the protocol does not have say nothing. */
    private static Optional<ResourceHints> hints(JsonNode annotations) {
        var audience = annotations
                .path("audience")
                .valueStream()
                .flatMap(it -> role(it.asString("")))
                .distinct()
                .toList();
        var priority = annotations
                .path("priority")
                .decimalValueOpt()
                .filter(it -> it.signum() >= 0 && it.compareTo(BigDecimal.ONE) <= 0);
        return Optional.of(new ResourceHints(audience, priority))
                .filter(_ -> !audience.isEmpty() || priority.isPresent());
    }

    private static Stream<Role> role(String name) {
        return switch (name) {
            case "user" -> Stream.of(Role.User);
            case "assistant" -> Stream.of(Role.Assistant);
            default -> Stream.empty();
        };
    }

    /** The parts that one resource has for itself. */
    private record Own(
            Optional<String> name,
            Optional<String> title,
            Optional<String> description,
            Optional<String> uri,
            Optional<String> uriTemplate,
            Optional<String> mimeType,
            Optional<ResourceHints> hints,
            Optional<UpstreamResource> mcp) {}

    private McpResourceSpec with(Own own) {
        return new McpResourceSpec(
                spec.serverRefs(),
                Optional.empty(),
                own.name(),
                own.title(),
                own.description(),
                spec.icons(),
                own.uri(),
                own.uriTemplate(),
                own.mimeType(),
                Optional.empty(),
                own.hints(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                own.mcp(),
                spec.auth(),
                spec.timeout());
    }
}
