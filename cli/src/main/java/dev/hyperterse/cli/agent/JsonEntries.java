package dev.hyperterse.cli.agent;

import dev.hyperterse.cli.client.ExactJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file of JSON.
 *
 * @param section the member that holds the servers
 * @param urlMember what the member with the URL is called
 * @param typed whether an entry names its transport
 */
record JsonEntries(String section, String urlMember, boolean typed) implements Entries {
    @Override
    public String alone(String name, Endpoint endpoint) {
        return merged("{}", name, endpoint);
    }

    @Override
    public String merged(String file, String name, Endpoint endpoint) {
        var root = root(file);
        var servers = root.path(section).isMissingNode() ? root.putObject(section) : root.path(section);
        if (!(servers instanceof ObjectNode entries)) {
            throw new UnmergeableFile("'" + section + "' is not an object");
        }
        write(entries.putObject(name), endpoint);
        return ExactJson.pretty(root) + System.lineSeparator();
    }

    private static ObjectNode root(String file) {
        try {
            if (ExactJson.mapper().readTree(file.isBlank() ? "{}" : file) instanceof ObjectNode root) {
                return root;
            }
        } catch (JacksonException malformed) {
            throw new UnmergeableFile("it is not plain JSON; with comments it can only be edited by hand");
        }
        throw new UnmergeableFile("it is not an object");
    }

    private void write(ObjectNode entry, Endpoint endpoint) {
        switch (endpoint) {
            case Endpoint.Http(var url, var headers) -> {
                if (typed) {
                    entry.put("type", "http");
                }
                entry.put(urlMember, url.toString());
                if (!headers.isEmpty()) {
                    headers.forEach(entry.putObject("headers")::put);
                }
            }
            case Endpoint.Program(var command, var arguments) -> {
                if (typed) {
                    entry.put("type", "stdio");
                }
                entry.put("command", command);
                arguments.forEach(entry.putArray("args")::add);
            }
        }
    }
}
