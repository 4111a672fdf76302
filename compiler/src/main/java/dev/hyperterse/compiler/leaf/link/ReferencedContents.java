package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.resolve.DocumentContent;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.crds.v1alpha1.content.PromptContent;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.KeyRef;
import java.util.HashMap;
import java.util.Map;

/** Collects the contents of the ConfigMaps that one leaf refers to, by the paths of its fields. */
public final class ReferencedContents {
    private final References references;
    private final Map<String, Checked<DocumentContent>> found = new HashMap<>(2);

    public ReferencedContents(References references) {
        this.references = references;
    }

    public Map<String, Checked<DocumentContent>> found() {
        return found.isEmpty() ? Map.of() : found;
    }

    public void add(KeyRef reference, String path) {
        found.put(path, references.content(reference, path));
    }

    /** A document that the leaf writes itself is in its spec. */
    public void add(Document document, String path) {
        if (document != null) {
            document.configMapKeyRef()
                    .ifPresent(it -> found.put(path, references.content(it, path + ".configMapKeyRef")));
        }
    }

    public void add(PromptContent content, String path) {
        content.text().ifPresent(it -> add(it, path + ".text"));
        content.image().ifPresent(it -> add(it.data(), path + ".image.data"));
        content.audio().ifPresent(it -> add(it.data(), path + ".audio.data"));
        content.resource().ifPresent(it -> {
            it.text().ifPresent(text -> add(text, path + ".resource.text"));
            it.blob().ifPresent(blob -> add(blob, path + ".resource.blob"));
        });
    }
}
