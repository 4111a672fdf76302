package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.template.TextTemplate;
import dev.hyperterse.crds.v1alpha1.content.PromptContent;
import dev.hyperterse.crds.v1alpha1.content.PromptContent.EmbeddedResource;
import dev.hyperterse.crds.v1alpha1.content.PromptContent.Media;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** Compiles the content of one message, of whichever kind. */
record ContentCompiler(Links links, Set<String> arguments) {
    Checked<Content> compile(PromptContent content, String path) {
        List<Checked<Content>> kinds = new ArrayList<>();
        content.text().ifPresent(it -> kinds.add(text(it, path + ".text").map(Content.Text::new)));
        content.image().ifPresent(it -> kinds.add(media(it, "image/", path + ".image", Content.Image::new)));
        content.audio().ifPresent(it -> kinds.add(media(it, "audio/", path + ".audio", Content.Audio::new)));
        content.resource().ifPresent(it -> kinds.add(embedded(it, path + ".resource")));
        content.resourceLink().ifPresent(it -> kinds.add(link(it, path + ".resourceLink")));
        return kinds.size() == 1 ? kinds.getFirst() : Checked.faulty(notOne(path, kinds.size()));
    }

    static Problem notOne(String path, int kinds) {
        return Reason.InvalidPrompt.problem(
                path,
                "one-content",
                "the message has %d contents".formatted(kinds),
                "set exactly one of text, image, audio, resource and resourceLink");
    }

    private Checked<Template> text(Document document, String path) {
        var source = path + (document.inline().isPresent() ? ".inline" : ".configMapKeyRef");
        return links.text(document, path)
                .then(text -> links.quotes(document, path)
                        ? template(text, source)
                        : template(text, source).mapProblems(Problem::withoutQuotation));
    }

    private Checked<Template> template(String text, String path) {
        return TextTemplate.parse(text, path, Reason.InvalidPrompt, arguments);
    }

    private Checked<Content> media(Media media, String type, String path, BiFunction<String, String, Content> make) {
        if (!media.mimeType().startsWith(type)) {
            return Checked.faulty(Reason.InvalidContent.problem(
                    path + ".mimeType",
                    "media-type",
                    "the media type '%s' does not start with %s".formatted(media.mimeType(), type),
                    "fix it, or use content of kind resource"));
        }
        return Optional.ofNullable(media.data())
                .map(data -> links.base64(data, path + ".data"))
                .orElseGet(() -> Checked.faulty(noData(path + ".data")))
                .map(data -> make.apply(data, media.mimeType()));
    }

    private Checked<Content> embedded(EmbeddedResource resource, String path) {
        if (resource.text().isPresent() == resource.blob().isPresent()) {
            return Checked.faulty(noData(path));
        }
        return template(resource.uri(), path + ".uri").then(uri -> resource.text()
                .map(it -> text(it, path + ".text")
                        .<Content>map(text -> new Content.EmbeddedText(uri, resource.mimeType(), text)))
                .or(() -> resource.blob().map(it -> links.base64(it, path + ".blob")
                        .<Content>map(blob -> new Content.EmbeddedBlob(uri, resource.mimeType(), blob))))
                .orElseThrow());
    }

    private Checked<Content> link(PromptContent.ResourceLink link, String path) {
        return template(link.uri(), path + ".uri")
                .map(uri ->
                        new Content.ResourceLink(uri, link.name(), link.title(), link.description(), link.mimeType()));
    }

    private static Problem noData(String path) {
        return Reason.InvalidPrompt.problem(
                path, "one-source", "the content has no data source, or several", "set exactly one source");
    }
}
