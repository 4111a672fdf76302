package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.DocumentContent;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that a leaf compiles to depends on, beside the leaf itself. Compared by value on each compile, so it holds little.
 *
 * @param publicName what clients are to call a tool or prompt by
 * @param adapter what the adapter of its statement is, where it has one
 * @param environment the variables its statement may read
 * @param cache what the server says of keeping results of its tools
 * @param result what the server says of the size of answers
 * @param scripts what became of its scripts, by their paths
 * @param fetch what its scripts may fetch
 * @param access who may see and use it, where not every caller of the server may
 * @param callers whose scripts may call it, where not those of its own namespace alone
 * @param queried the adapters that statements of its script name
 * @param contents what its references to ConfigMaps hold, by the path of the reference's owner
 */
public record Links(
        String publicName,
        Optional<AdapterLink> adapter,
        Set<String> environment,
        CacheDefaults cache,
        ResultDefaults result,
        Map<String, Checked<CompiledScript>> scripts,
        List<FetchGrant> fetch,
        Checked<Optional<AccessPolicy>> access,
        Optional<ToolLeaf.Callers> callers,
        Map<String, AdapterLink> queried,
        Map<String, Checked<DocumentContent>> contents) {
    /** The outcome of the script at {@code path}. */
    public Checked<CompiledScript> script(String path) {
        return Optional.ofNullable(scripts.get(path))
                .orElseThrow(() -> new IllegalArgumentException("no script was linked for " + path));
    }

    /** The length of all that its references hold: each is in the leaf, however short the object is. */
    public long length() {
        return contents.values().stream()
                .flatMap(content -> content.valid().stream())
                .mapToLong(DocumentContent::length)
                .sum();
    }

    /** The text of a document, wherever it stands. */
    public Checked<String> text(Document document, String path) {
        return document.inline().map(Checked::sound).orElseGet(() -> content(path)
                .then(content -> switch (content) {
                    case DocumentContent.Text written -> Checked.sound(written.text());
                    case DocumentContent.Binary _ ->
                        Checked.faulty(Reason.InvalidContent.problem(
                                path,
                                "reference-is-text",
                                "the key holds bytes and no text",
                                "move it from binaryData to data"));
                }));
    }

    /** Whether messages may quote the text of the document at {@code path}. */
    public boolean quotes(Document document, String path) {
        return document.inline().isPresent()
                || content(path).valid().stream()
                        .anyMatch(content -> content instanceof DocumentContent.Text written && written.quotable());
    }

    /** The data of a document in base64. */
    public Checked<String> base64(Document document, String path) {
        return document.inline()
                .map(text -> Base64Text.check(text, path + ".inline"))
                .orElseGet(() -> content(path).then(content -> switch (content) {
                    case DocumentContent.Text written -> Base64Text.check(written.text(), path);
                    case DocumentContent.Binary(var bytes) -> Checked.sound(bytes.base64());
                }));
    }

    /** The content of the reference at {@code path}. */
    public Checked<DocumentContent> content(String path) {
        return Optional.ofNullable(contents.get(path))
                .orElseGet(() -> Checked.faulty(Reason.InvalidSpec.problem(
                        path, "one-source", "no source is set", "set inline or configMapKeyRef")));
    }
}
