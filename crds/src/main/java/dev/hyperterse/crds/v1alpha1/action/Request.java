package dev.hyperterse.crds.v1alpha1.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One operation of an HTTP API, with placeholders that are encoded for their place. */
@ValidationRule(
        value = "!has(self.body) || !(self.method in ['GET', 'HEAD'])",
        message = "a request of method GET or HEAD has no body: put the values into query, or choose another method")
public record Request(
        @JsonPropertyDescription(
                "Name of the adapter in the server's spec.adapters that the request is sent to: one of engine Http.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String adapter,

        @JsonPropertyDescription(
                "GET, HEAD, POST, PUT, PATCH or DELETE. An adapter with access ReadOnly takes GET and HEAD only.")
        @Required
        Method method,

        @JsonPropertyDescription(
                "Path below the URL of the adapter, such as /v1/orders/{{ inputs.id }}. A placeholder is a segment or a part of one.")
        @Required
        @Size(min = 1, max = Bounds.URL)
        @Pattern(Formats.REQUEST_PATH)
        String path,

        @JsonPropertyDescription(
                "Parameters of the query by name. One whose value is absent is left out; an array repeats it. Up to 32.")
        @Size(max = 32)
        Map<String, @Size(max = Bounds.SETTING) String> query,

        @JsonPropertyDescription(
                "Headers by name. One whose value is absent is left out. Those of the adapter, and those of the connection,"
                        + " cannot be set. Up to 16.")
        @Size(max = 16)
        Map<String, @Size(max = Bounds.SETTING) String> headers,

        @JsonPropertyDescription("Body of the request. Default: none.")
        Optional<Body> body,

        @JsonPropertyDescription("Part of the response that is the result. Default: the whole, as JSON.")
        Optional<Response> response,

        @JsonPropertyDescription(
                "The document that describes the request. Replicas compare it every five minutes; where it is another one, the"
                        + " status says so, and nothing else changes.")
        Optional<PublishedDocument> published) {
    /** The same, described by that document. */
    public Request describedBy(Optional<PublishedDocument> document) {
        return new Request(adapter, method, path, query, headers, body, response, document);
    }

    /** The method of a request. */
    public enum Method {
        GET,
        HEAD,
        POST,
        PUT,
        PATCH,
        DELETE,
        Unrecognized
    }

    /** The body of a request. */
    @ValidationRule(
            value =
                    "[has(self.json), has(self.form), has(self.multipart), has(self.text), has(self.base64)].filter(set, set).size() == 1",
            message = "exactly one of json, form, multipart, text and base64 must be set")
    @ValidationRule(
            value = "!has(self.contentType) || has(self.base64)",
            message = "contentType is of base64 only: remove it, because the type of another body follows from it")
    public record Body(
            @JsonPropertyDescription(
                    "A JSON document. A text that is one placeholder becomes a value of its type; a member or an item whose value"
                            + " is absent is left out. Up to 64 KiB, 32 levels deep.")
            @PreserveUnknownFields
            Optional<JsonText> json,

            @JsonPropertyDescription("Fields of a form, with the rules of query. Up to 64.") @Size(max = 64)
            Map<String, @Size(max = Bounds.SETTING) String> form,

            @JsonPropertyDescription(
                    "Parts of multipart/form-data. One whose value is absent is left out; an array repeats its part. Up to 32.")
            @Size(max = 32)
            @AtomicList
            List<Part> multipart,

            @JsonPropertyDescription("Plain text.") @Size(max = Bounds.INLINE)
            Optional<String> text,

            @JsonPropertyDescription(
                    "One placeholder; its value is base64, and the body is the bytes. Without a value there is no body.")
            @Size(max = Bounds.SETTING)
            Optional<String> base64,

            @JsonPropertyDescription("Content-Type of base64, without placeholders. Default: application/octet-stream.")
            @Size(max = Bounds.MIME_TYPE)
            @Pattern(Formats.MIME_TYPE)
            Optional<String> contentType) {
        public static Body ofJson(JsonText json) {
            return new Body(
                    Optional.of(json), Map.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());
        }

        public static Body ofForm(Map<String, String> form) {
            return new Body(Optional.empty(), form, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
        }

        public static Body ofMultipart(List<Part> multipart) {
            return new Body(
                    Optional.empty(), Map.of(), multipart, Optional.empty(), Optional.empty(), Optional.empty());
        }

        public static Body ofText(String text) {
            return new Body(
                    Optional.empty(), Map.of(), List.of(), Optional.of(text), Optional.empty(), Optional.empty());
        }

        public static Body ofBase64(String base64, Optional<String> contentType) {
            return new Body(Optional.empty(), Map.of(), List.of(), Optional.empty(), Optional.of(base64), contentType);
        }
    }

    /** A part of a body of multipart/form-data. */
    @ValidationRule(
            value = "[has(self.text), has(self.json), has(self.base64)].filter(set, set).size() == 1",
            message = "exactly one of text, json and base64 must be set")
    public record Part(
            @JsonPropertyDescription("Name of the field, without placeholders.")
            @Required
            @Size(min = 1, max = Bounds.CHOICE)
            @Pattern(Formats.PART_NAME)
            String name,

            @JsonPropertyDescription("Text, which may hold placeholders.") @Size(max = Bounds.SETTING)
            Optional<String> text,

            @JsonPropertyDescription("A JSON document, as in body.json.") @PreserveUnknownFields
            Optional<JsonText> json,

            @JsonPropertyDescription("One placeholder; its value is base64, and the part has the bytes.")
            @Size(max = Bounds.SETTING)
            Optional<String> base64,

            @JsonPropertyDescription(
                    "Name of the file, which may hold placeholders. Default: none, and for base64 the name of the field.")
            @Size(min = 1, max = Bounds.TITLE)
            Optional<String> fileName,

            @JsonPropertyDescription(
                    "Content-Type of the part, without placeholders. Default: application/json for json,"
                            + " application/octet-stream for base64, none for text.")
            @Size(max = Bounds.MIME_TYPE)
            @Pattern(Formats.MIME_TYPE)
            Optional<String> contentType) {}

    /** The part of a response that is the result. */
    @ValidationRule(
            value = "!has(self.pointer) || !has(self.format) || self.format == 'Json'",
            message = "pointer is of format Json only: remove it, or set format: Json")
    public record Response(
            @JsonPropertyDescription("Json (default) or Text.")
            Optional<Format> format,

            @JsonPropertyDescription("JSON Pointer (RFC 6901) to the part that is the result, such as /data/items.")
            @Size(max = Bounds.PATH)
            @Pattern(Formats.JSON_POINTER)
            Optional<String> pointer) {
        /** How a response is read. */
        public enum Format {
            Json,
            Text,
            Unrecognized
        }
    }
}
