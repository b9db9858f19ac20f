import Foundation
import Testing

/// A web server on this machine that hands out the files of a folder: whole or in parts, with strong ETags.
///
/// Below `slow/` it takes its time, below `broken/` it changes a byte. It runs in a process of its own: tests that wait for
/// a program occupy the threads that a server beside them would answer on.
final class FileServer {
  private let process = Process()
  private let folder: String
  private let port: Int

  init(_ folder: String) throws {
    self.folder = folder
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-c", Self.script, folder]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)), "python3 has not begun: \(line)")
  }

  deinit {
    // The threads of tests block signals, and so do programs that they start; this one nothing can block.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// The requests so far, each as its path and what it asked for.
  func requests() throws -> [Substring] {
    try String(contentsOfFile: folder + "/requests.log", encoding: .utf8).split(separator: "\n")
  }

  private static let script = """
    import hashlib, http.server, os, sys, time
    os.chdir(sys.argv[1])
    log = open('requests.log', 'w', buffering=1)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            path = self.path.lstrip('/')
            mode, _, rest = path.partition('/')
            name = rest if mode in ('slow', 'broken') else path
            print(self.path, self.headers.get('Range') or '-', file=log)
            if not os.path.isfile(name): return self.send_error(404)
            data = open(name, 'rb').read()
            etag = '"' + hashlib.sha256(data).hexdigest() + '"'
            if mode == 'broken': data = data[:-1] + bytes([data[-1] ^ 1])
            if self.headers.get('If-None-Match') == etag:
                self.send_response(304)
                self.send_header('ETag', etag)
                return self.end_headers()
            part, start = self.headers.get('Range'), 0
            if part and self.headers.get('If-Range', etag) == etag:
                start = int(part.split('=')[1].split('-')[0])
                self.send_response(206)
                self.send_header('Content-Range', f'bytes {start}-{len(data) - 1}/{len(data)}')
            else:
                self.send_response(200)
            data = data[start:]
            self.send_header('ETag', etag)
            self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            step = 4096 if mode == 'slow' else 1 << 20
            for place in range(0, len(data), step):
                self.wfile.write(data[place:place + step])
                self.wfile.flush()
                if mode == 'slow': time.sleep(0.05)
        def log_message(self, *arguments): pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    server.daemon_threads = True
    print(server.server_port)
    server.serve_forever()
    """
}
