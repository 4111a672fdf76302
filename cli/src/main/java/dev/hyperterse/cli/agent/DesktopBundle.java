package dev.hyperterse.cli.agent;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.document.PackedText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tools.jackson.databind.node.ObjectNode;

/**
 * An extension of Claude Desktop (MCPB) for a server with a URL. The application brings the Node.js that runs the bridge.
 * A bundle is passed on, so it has the names of headers; the application asks for their values and keeps them.
 */
public record DesktopBundle(String name, Endpoint.Http endpoint) {
    private static final String BRIDGE = "server/bridge.js";

    /** Writes it, the same bytes for the same server. */
    public void writeTo(OutputStream file) throws IOException {
        try (var zip = new ZipOutputStream(file)) {
            add(zip, "manifest.json", ExactJson.pretty(manifest()));
            add(zip, BRIDGE, PackedText.of(DesktopBundle.class, "bridge.js"));
        }
    }

    private static void add(ZipOutputStream zip, String path, String content) throws IOException {
        var entry = new ZipEntry(path);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(content.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private ObjectNode manifest() {
        var manifest = ExactJson.mapper().createObjectNode();
        manifest.put("manifest_version", "0.3").put("name", name).put("display_name", name);
        manifest.put("version", "1.0.0")
                .put("description", "The tools of " + endpoint.url().getHost());
        manifest.putObject("author").put("name", "hyperterse connect");
        var server = manifest.putObject("server").put("type", "node").put("entry_point", BRIDGE);
        var command = server.putObject("mcp_config").put("command", "node");
        List<String> headers = new ArrayList<>(endpoint.headers().keySet());
        var arguments = command.putArray("args").add("${__dirname}/" + BRIDGE);
        arguments.add(endpoint.url().toString());
        headers.forEach(arguments::add);
        manifest.put("tools_generated", true).put("prompts_generated", true);
        // Node.js trusts neither the certificates nor the proxy of its machine by itself; older versions ignore these.
        var environment =
                command.putObject("env").put("NODE_USE_SYSTEM_CA", "1").put("NODE_USE_ENV_PROXY", "1");
        if (!headers.isEmpty()) {
            var asked = manifest.putObject("user_config");
            for (var number = 1; number <= headers.size(); number++) {
                environment.put("HEADER_" + number, "${user_config.header_" + number + "}");
                asked.putObject("header_" + number)
                        .put("type", "string")
                        .put("title", headers.get(number - 1))
                        .put("description", "The value of this header of each request")
                        .put("sensitive", true)
                        .put("required", true);
            }
        }
        manifest.putObject("compatibility").putObject("runtimes").put("node", ">=18.0.0");
        return manifest;
    }
}
