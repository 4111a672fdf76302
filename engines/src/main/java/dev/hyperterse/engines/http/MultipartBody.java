package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.request.BodyPart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A body of parts. The boundary is random, so that no value holds it; all else in the heads of parts is the author's. */
final class MultipartBody {
    /** No array has room for much more. */
    private static final int LARGEST = 1 << 30;

    /** Bytes of a content in a list. */
    private static final int PLACE = 48;

    private static final byte[] LINE_BREAK = {'\r', '\n'};

    private final List<Part> parts;

    /** A part with its sources found. */
    private record Part(BodyPart declared, Optional<FilledText> fileName, Content content) {}

    /** Makes the contents of a call: none, or one for each part that is sent. */
    @FunctionalInterface
    private interface Content {
        List<byte[]> of(Object[] slots, Principal principal, Reservation memory);
    }

    MultipartBody(List<BodyPart> parts, ValueSource.Finder sources) {
        this.parts = parts.stream()
                .map(part -> new Part(
                        part,
                        part.fileName().map(name -> FilledText.of(name, sources)),
                        content(part.content(), sources)))
                .toList();
    }

    private static Content content(BodyPart.Content declared, ValueSource.Finder sources) {
        return switch (declared) {
            case BodyPart.Text(var value) -> {
                var text = FilledText.of(value, sources);
                yield (slots, principal, memory) ->
                        text.all(RequestBinder.withinText(text), slots, principal, memory).stream()
                                .map(it -> {
                                    memory.take(DecodedValue.ARRAY);
                                    return RequestBinder.bytes(it, memory);
                                })
                                .toList();
            }
            case BodyPart.Json(var document) -> {
                var json = new JsonBody(document, sources);
                yield (slots, principal, memory) -> json.text(slots, principal, memory).stream()
                        .map(it -> RequestBinder.bytes(it, memory))
                        .toList();
            }
            case BodyPart.Binary(var reference) -> new DecodedValue(reference, sources)::of;
        };
    }

    RequestBinder.Content of(Object[] slots, Principal principal, Reservation memory) {
        var boundary = "hyperterse-" + UUID.randomUUID();
        var pieces = new ArrayList<byte[]>();
        for (var part : parts) {
            var contents = part.content().of(slots, principal, memory);
            if (!contents.isEmpty()) {
                var head = RequestBinder.bytes(head(part, boundary, slots, principal, memory), memory);
                memory.take((long) PLACE * contents.size());
                contents.forEach(content -> pieces.addAll(List.of(head, content, LINE_BREAK)));
            }
        }
        pieces.add(RequestBinder.bytes("--" + boundary + "--\r\n", memory));
        return new RequestBinder.Content("multipart/form-data; boundary=" + boundary, joined(pieces, memory));
    }

    private static String head(Part part, String boundary, Object[] slots, Principal principal, Reservation memory) {
        var declared = part.declared();
        var head = new StringBuilder(
                "--%s\r\nContent-Disposition: form-data; name=\"%s\"".formatted(boundary, declared.name()));
        part.fileName()
                .flatMap(name -> fileName(name, slots, principal, memory))
                .or(() -> Optional.of(declared.name()).filter(_ -> declared.content() instanceof BodyPart.Binary))
                .ifPresent(name -> head.append("; filename=\"").append(name).append('"'));
        declared.contentType()
                .ifPresent(type -> head.append("\r\nContent-Type: ").append(type));
        return head.append("\r\n\r\n").toString();
    }

    private static Optional<String> fileName(FilledText name, Object[] slots, Principal principal, Reservation memory) {
        var text = name.one(BodyPart::quoted, slots, principal, memory);
        if (text.filter(it -> !BodyPart.isFileName(it)).isPresent()) {
            throw refused(
                    "%s is not allowed as the name of a file, which is not empty, . or .., and has no slash, backslash or control character"
                            .formatted(name));
        }
        return text;
    }

    static byte[] joined(List<byte[]> pieces, Reservation memory) {
        var length = pieces.stream().mapToLong(piece -> piece.length).sum();
        if (length > LARGEST) {
            throw refused("the body of the request is larger than %d bytes".formatted(LARGEST));
        }
        memory.take(length);
        var joined = ByteBuffer.allocate((int) length);
        pieces.forEach(joined::put);
        return joined.array();
    }

    private static CallFailure refused(String message) {
        return new CallFailure(Stage.BINDING, message);
    }
}
