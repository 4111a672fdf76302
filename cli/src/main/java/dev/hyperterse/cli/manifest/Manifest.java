package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.SourceMap;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One object as it was written.
 *
 * @param key the namespace is {@code default} where the manifest names none; the name is empty where there is none
 * @param content as the API server would decode it, before defaults; maps, lists, texts, {@link Long}, {@link Double},
 *     {@link Boolean}, and null where the manifest says null
 * @param sources where each field stands
 */
public record Manifest(ObjectKey key, Map<String, Object> content, SourceMap sources) {
    public Manifest {
        content = Collections.unmodifiableMap(content);
    }

    /** Its spec; empty where that is no map. */
    public Map<?, ?> spec() {
        return content.get("spec") instanceof Map<?, ?> spec ? spec : Map.of();
    }

    /** A list of its spec; empty where that is no list. */
    public List<?> list(String field) {
        return spec().get(field) instanceof List<?> list ? list : List.of();
    }

    /** The name that clients know a tool or prompt by: its own, or that of the object. */
    public String publicName() {
        return spec().get("name") instanceof String own ? own : key.name();
    }

    /** Where the object begins. */
    public Place place() {
        return sources.value();
    }

    /** A finding about one of its fields, at the place of the field. */
    public Diagnostic finding(Severity severity, String path, String rule, String message, String remedy) {
        return new Diagnostic(sources.locate(path), severity, Optional.of(key.subject()), path, rule, message, remedy);
    }
}
