package dev.hyperterse.compiler.items;

import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.crds.v1alpha1.result.ToolResult;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.crds.v1alpha1.tool.Hints;
import java.util.List;
import java.util.Optional;

/** The sections of one item's tool; the others are those that its object has for all items. */
public record OwnSections(
        Optional<String> name,
        Optional<String> title,
        Optional<String> description,
        Optional<Hints> hints,
        Optional<Boolean> confirm,
        Optional<JsonText> inputSchema,
        Optional<JsonText> outputSchema,
        Optional<ToolResult> result,
        Optional<Request> http,
        Optional<UpstreamTool> mcp) {
    /** The sections that are known without the document. */
    public static OwnSections withoutDocument(
            Optional<Hints> hints, Optional<Boolean> confirm, Optional<ToolResult> result) {
        return new OwnSections(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                hints,
                confirm,
                Optional.empty(),
                Optional.empty(),
                result,
                Optional.empty(),
                Optional.empty());
    }

    /** The tool of the item, as if its author had written it. */
    public ToolSpec within(ToolSpec object) {
        return new ToolSpec(
                object.serverRefs(),
                Optional.empty(),
                name,
                title,
                description,
                object.icons(),
                hints,
                confirm,
                List.of(),
                inputSchema,
                outputSchema,
                result,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                http,
                Optional.empty(),
                mcp,
                Optional.empty(),
                Optional.empty(),
                object.auth(),
                object.callableFrom(),
                object.cache(),
                object.limits(),
                object.timeout(),
                object.task(),
                object.view());
    }

    /** A text of a document with at most so many characters. */
    public static String bounded(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
    }
}
