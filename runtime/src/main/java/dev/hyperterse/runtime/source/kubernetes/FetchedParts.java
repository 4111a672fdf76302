package dev.hyperterse.runtime.source.kubernetes;

/** Told of each part as it is fetched and proven, so that a copy of it can be kept. */
interface FetchedParts {
    FetchedParts IGNORED = new FetchedParts() {
        @Override
        public void slot(String sha256, byte[] compressed) {}

        @Override
        public void values(String id, byte[] content) {}
    };

    void slot(String sha256, byte[] compressed);

    void values(String id, byte[] content);
}
