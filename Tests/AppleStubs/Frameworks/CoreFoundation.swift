// https://developer.apple.com/documentation/corefoundation
import Foundation

public typealias CFString = String
public typealias CFDictionary = [CFString: Any]
public typealias CFData = Data
public typealias CFMutableData = NSMutableData
public typealias CFAttributedString = NSAttributedString

/// What a stub does where it is called.
public func notThere(_ function: String = #function) -> Never { fatalError("\(function) is a declaration alone") }
