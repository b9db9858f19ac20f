import ArgumentParser

/// A failure that ends the program: one line on standard error, and exit code 1.
enum ReportedFailure {
  /// Does something with a file and reports what goes wrong.
  static func about<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ExitCode {
      throw error
    } catch let error as ValidationError {
      throw error
    } catch {
      StandardError.report(error.message(about: path), about: path)
      throw ExitCode.failure
    }
  }
}
