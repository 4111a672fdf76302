package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.engines.mcp.message.DotSegments;
import java.util.List;

/**
 * Expands a template of URIs as RFC 6570 says. A value stays within its variable: {@code {id}} encodes whatever has a meaning
 * in a URI, and the others keep what their client has encoded on purpose. No URI leads out of a folder of the template, also for
 * servers that decode it first.
 */
final class UriExpansion {
    /** That of a URI that a client may ask for. */
    private static final int LONGEST = 8_192;

    /** Bytes for a character of a value, which has up to nine when it is encoded. */
    private static final long ENCODED = 40;

    private final List<Part> parts;

    /** A stretch of the template with its source found. */
    private sealed interface Part {
        record Fixed(String text) implements Part {}

        record Inserted(ValueSource source, UriTemplate.Expansion expansion) implements Part {}
    }

    /** @param sources the inputs of the call, which are the variables */
    UriExpansion(UriTemplate template, ValueSource.Finder sources) {
        this.parts = template.parts().stream()
                .map(part -> switch (part) {
                    case UriTemplate.Literal(var text) -> (Part) new Part.Fixed(text);
                    case UriTemplate.Variable(var name, var expansion) ->
                        new Part.Inserted(sources.of(new Reference.Input(name)), expansion);
                })
                .toList();
    }

    /** The URI; a variable without a value is nothing. */
    String uri(Object[] slots, Principal principal, Reservation memory) {
        var uri = new StringBuilder();
        for (var part : parts) {
            switch (part) {
                case Part.Fixed(var text) -> uri.append(text);
                case Part.Inserted(var source, var expansion) -> {
                    var value = source.value(slots, principal);
                    if (value != null) {
                        var text = ValueSource.text(value, memory);
                        memory.take(ENCODED * text.length());
                        var inserted = expanded(text, expansion);
                        // The other side takes the value out of its URI, whatever stands around it there.
                        requireInward(inserted);
                        uri.append(inserted);
                    }
                }
            }
        }
        if (uri.length() > LONGEST) {
            throw new CallFailure(
                    Stage.BINDING, "the URI is longer than %d characters when it is encoded".formatted(LONGEST));
        }
        var expanded = uri.toString();
        requireInward(expanded);
        return expanded;
    }

    static void requireInward(String uri) {
        if (DotSegments.areIn(uri)) {
            throw new CallFailure(
                    Stage.BINDING, "the segments . and .. are not allowed in the URI: they could lead elsewhere");
        }
    }

    private static String expanded(String value, UriTemplate.Expansion expansion) {
        return switch (expansion) {
            case SIMPLE -> UrlEncoding.value(value);
            case RESERVED -> UrlEncoding.uri(value);
            case FRAGMENT -> "#" + UrlEncoding.uri(value);
        };
    }
}
