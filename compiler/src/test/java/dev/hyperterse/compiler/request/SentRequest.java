package dev.hyperterse.compiler.request;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bytes of a request, taken apart as a server does.
 *
 * @param parts its method, segments, parameters, headers and members, in their order, each with its value decoded
 */
record SentRequest(List<String> parts) {
    private static final String MULTIPART = "multipart/form-data; boundary=";
    private static final String CRLF = "\r\n";

    /** @param bytes as characters */
    static SentRequest read(String bytes) {
        var end = bytes.indexOf(CRLF + CRLF);
        var lines = bytes.substring(0, end).split(CRLF, -1);
        var parts = new ArrayList<String>();
        line(lines[0], parts);
        var type = "";
        for (var index = 1; index < lines.length; index++) {
            var colon = lines[index].indexOf(": ");
            var name = lines[index].substring(0, colon);
            type = name.equals("content-type") ? lines[index].substring(colon + 2) : type;
            // Its value follows from the body, and a boundary is another one in each request.
            parts.add(name.equals("content-length") ? name : lines[index].replaceFirst("; boundary=.*", ""));
        }
        body(type, bytes.substring(end + 2 * CRLF.length()), parts);
        return new SentRequest(parts);
    }

    private static void line(String line, List<String> parts) {
        var words = line.split(" ", -1);
        if (words.length != 3 || !words[2].equals("HTTP/1.1")) {
            throw new IllegalArgumentException("not a request line: " + line);
        }
        parts.add(words[0]);
        var query = words[1].indexOf('?');
        var path = query < 0 ? words[1] : words[1].substring(0, query);
        for (var segment : path.split("/", -1)) {
            parts.add("segment " + decoded(segment.replace("+", "%2B")));
        }
        if (query >= 0) {
            fields(words[1].substring(query + 1), parts);
        }
    }

    private static void fields(String encoded, List<String> parts) {
        for (var field : encoded.split("&", -1)) {
            var pair = field.split("=", -1);
            if (pair.length != 2) {
                throw new IllegalArgumentException("not a field: " + field);
            }
            parts.add("field " + decoded(pair[0]) + "=" + unquoted(decoded(pair[1])));
        }
    }

    private static void body(String type, String bytes, List<String> parts) {
        var body = text(bytes);
        if (type.startsWith(MULTIPART)) {
            multipart(type.substring(MULTIPART.length()), bytes, parts);
            return;
        }
        switch (type) {
            case "application/json" -> members("", JsonMapper.shared().readTree(body), parts);
            case "application/x-www-form-urlencoded" -> fields(body, parts);
            default -> parts.add("body " + body);
        }
    }

    private static String text(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static void multipart(String boundary, String bytes, List<String> parts) {
        var pieces = (CRLF + bytes).split(Pattern.quote(CRLF + "--" + boundary), -1);
        if (pieces.length < 2 || !pieces[0].isEmpty() || !pieces[pieces.length - 1].equals("--" + CRLF)) {
            throw new IllegalArgumentException("not parts: " + bytes);
        }
        for (var piece : Arrays.asList(pieces).subList(1, pieces.length - 1)) {
            var end = piece.indexOf(CRLF + CRLF);
            var head = piece.substring(0, end).split(CRLF, -1);
            if (!head[0].isEmpty()) {
                throw new IllegalArgumentException("not a part: " + piece);
            }
            for (var line : head) {
                parts.add("head " + text(line).replace("%22", "\""));
            }
            var content = text(piece.substring(end + 2 * CRLF.length()));
            if (piece.substring(0, end).contains("application/json")) {
                members("", JsonMapper.shared().readTree(content), parts);
            } else {
                parts.add("content " + unquoted(content));
            }
        }
    }

    /** A document is read as one, so that its structure is compared, too. */
    private static String unquoted(String value) {
        if (!value.startsWith("{\"k\":")) {
            return value;
        }
        var parts = new ArrayList<String>();
        members("", JsonMapper.shared().readTree(value), parts);
        return parts.toString();
    }

    private static void members(String place, JsonNode node, List<String> parts) {
        if (node.isObject()) {
            parts.add("object " + place);
            node.properties().forEach(member -> members(place + "/" + member.getKey(), member.getValue(), parts));
        } else if (node.isArray()) {
            parts.add("array " + place + " of " + node.size());
            for (var index = 0; index < node.size(); index++) {
                members(place + "/" + index, node.get(index), parts);
            }
        } else {
            parts.add(node.getNodeType() + " " + place + "=" + node.asString());
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
