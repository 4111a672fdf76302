package dev.hyperterse.compiler.leaf.protection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.crds.v1alpha1.auth.LeafAuth;
import dev.hyperterse.crds.v1alpha1.input.InputSource;
import dev.hyperterse.crds.v1alpha1.shared.Grant;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import dev.hyperterse.crds.v1alpha1.tool.ToolLimits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The sections of a definition that protect it, as its author wrote them: who may use it, how often, what users are told
 * and asked, and on whose behalf its statement runs. Only their digest is kept, because a version is either protected by
 * the same sections or not served.
 */
public record ProtectedSections(
        Optional<LeafAuth> auth,
        Optional<Grant> callableFrom,
        Optional<ToolLimits> limits,
        Optional<Boolean> confirm,
        Optional<Hints> hints,
        Map<String, InputSource> sources,
        Map<String, String> session,
        Optional<String> role,
        Optional<Statement.Substitution> substitution) {
    private static final ObjectMapper MAPPER =
            ApiSerialization.mapper().copy().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    /** Empty where the author wrote none of them. */
    public static Optional<String> digest(LeafSpec spec) {
        return switch (spec) {
            case ToolSpec tool -> of(tool).digest();
            case PromptSpec prompt -> of(prompt.auth(), Optional.empty()).digest();
            case McpResourceSpec resource ->
                of(resource.auth(), resource.statement()).digest();
        };
    }

    private static ProtectedSections of(ToolSpec spec) {
        var sources = new TreeMap<String, InputSource>();
        spec.inputs().forEach(input -> input.source().ifPresent(it -> sources.put(input.name(), it)));
        return new ProtectedSections(
                spec.auth(),
                spec.callableFrom(),
                spec.limits(),
                spec.confirm(),
                spec.hints(),
                sources,
                session(spec.statement()),
                spec.statement().flatMap(Statement::role),
                spec.statement().flatMap(Statement::substitution));
    }

    private static ProtectedSections of(Optional<LeafAuth> auth, Optional<Statement> statement) {
        return new ProtectedSections(
                auth,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                session(statement),
                statement.flatMap(Statement::role),
                statement.flatMap(Statement::substitution));
    }

    private static Map<String, String> session(Optional<Statement> statement) {
        return statement.map(Statement::session).orElseGet(Map::of);
    }

    private Optional<String> digest() {
        return Optional.of(MAPPER.<JsonNode>valueToTree(this))
                .filter(sections -> !sections.isEmpty())
                .map(sections -> Digest.of(sections.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
