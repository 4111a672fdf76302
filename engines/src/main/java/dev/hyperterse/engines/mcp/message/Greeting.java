package dev.hyperterse.engines.mcp.message;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The versions that a server speaks and its capabilities, as it says when it is asked first. */
public final class Greeting implements ResultReader {
    private static final int MOST = 32;

    private final List<String> versions = new ArrayList<>();
    private final Set<String> capabilities = new HashSet<>();

    public List<String> versions() {
        return versions;
    }

    /** The names of the capabilities that it declares. */
    public Set<String> capabilities() {
        return Set.copyOf(capabilities);
    }

    @Override
    public void read(JsonParser result) {
        versions.clear();
        capabilities.clear();
        while (result.nextToken() == JsonToken.PROPERTY_NAME) {
            var name = result.currentName();
            var token = result.nextToken();
            if (name.equals("protocolVersion")) {
                version(result, token);
            } else if (name.equals("supportedVersions") && token == JsonToken.START_ARRAY) {
                for (var item = result.nextToken(); item != JsonToken.END_ARRAY; item = result.nextToken()) {
                    version(result, item);
                }
            } else if (name.equals("capabilities") && token == JsonToken.START_OBJECT) {
                while (result.nextToken() == JsonToken.PROPERTY_NAME) {
                    capability(result);
                }
            } else {
                result.skipChildren();
            }
        }
    }

    private void version(JsonParser result, JsonToken token) {
        if (token == JsonToken.VALUE_STRING && versions.size() < MOST) {
            versions.add(result.getString());
        }
        result.skipChildren();
    }

    private void capability(JsonParser result) {
        var name = result.currentName();
        if (result.nextToken() == JsonToken.START_OBJECT && capabilities.size() < MOST) {
            capabilities.add(name);
        }
        result.skipChildren();
    }
}
