package dev.hyperterse.engines.mcp;

import dev.hyperterse.engines.mcp.message.Message;
import java.util.Optional;

/** What another server is asked for. */
public sealed interface UpstreamRequest {
    /** Of the protocol. */
    String method();

    /** The member that the modern era repeats in a header. */
    String named();

    /** The members of the parameters. */
    String params();

    /** @param arguments a JSON object; absent until the call gives those of its caller */
    record Tool(String name, Optional<String> arguments) implements UpstreamRequest {
        @Override
        public String method() {
            return "tools/call";
        }

        @Override
        public String named() {
            return name;
        }

        @Override
        public String params() {
            return "\"name\":" + Message.quoted(name) + ",\"arguments\":" + arguments.orElse("{}");
        }
    }

    /** @param arguments a JSON object of strings */
    record Prompt(String name, String arguments) implements UpstreamRequest {
        @Override
        public String method() {
            return "prompts/get";
        }

        @Override
        public String named() {
            return name;
        }

        @Override
        public String params() {
            return "\"name\":" + Message.quoted(name) + ",\"arguments\":" + arguments;
        }
    }

    /** A fixed one, or one of a template. */
    record Resource(String uri) implements UpstreamRequest {
        @Override
        public String method() {
            return "resources/read";
        }

        @Override
        public String named() {
            return uri;
        }

        @Override
        public String params() {
            return "\"uri\":" + Message.quoted(uri);
        }
    }
}
